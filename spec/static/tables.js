"use strict";
// Tables of the classes "sortable" and "filterable"; "choose-3" gives the third column a list to choose from.
// The state of the filter stands in the address, so that a filtered table can be sent to somebody.
(() => {
  const text = (row, column) => (row.cells[column]?.innerText ?? "").trim();
  const number = (words) => (/^[-+]?(\d|\.\d)/.test(words) ? Number.parseFloat(words) : Number.NaN);

  const compare = (column) => (a, b) => {
    const [first, second] = [text(a, column), text(b, column)];
    const difference = number(first) - number(second);
    return Number.isNaN(difference) ? first.localeCompare(second, "en", { numeric: true }) : difference;
  };

  const sortable = (table) => {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      head.tabIndex = 0;
      head.setAttribute("aria-sort", "none");
      const sort = () => {
        const up = head.getAttribute("aria-sort") !== "ascending";
        heads.forEach((other) => other.setAttribute("aria-sort", "none"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const rows = [...table.tBodies[0].rows].sort(compare(column));
        table.tBodies[0].append(...(up ? rows : rows.reverse()));
      };
      head.addEventListener("click", sort);
      head.addEventListener("keydown", (event) => {
        if (event.key === "Enter") sort();
      });
    });
  };

  const filterable = (table, number) => {
    const bar = document.createElement("div");
    bar.className = "filter";
    const find = document.createElement("input");
    find.type = "search";
    find.placeholder = "filter rows";
    find.setAttribute("aria-label", "filter rows");
    const shown = document.createElement("span");
    const rows = [...table.tBodies[0].rows];
    const words = rows.map((row) => row.textContent.toLowerCase());
    const columns = [...table.classList].filter((name) => name.startsWith("choose-")).map((name) => Number(name.slice(7)) - 1);
    const lists = columns.map((column) => {
      const list = document.createElement("select");
      const name = table.tHead.rows[0].cells[column].innerText.trim();
      list.setAttribute("aria-label", name);
      const first = (row) => (row.cells[column]?.textContent ?? "").trim().split("\n")[0];
      const kinds = [...new Set(rows.map((row) => (row.cells[column]?.firstChild?.textContent ?? first(row)).trim()))].sort();
      list.append(new Option(`${name}: all`, ""), ...kinds.map((kind) => new Option(kind, kind)));
      return list;
    });
    const kind = (row, column) => (row.cells[column]?.firstChild?.textContent ?? "").trim();
    const apply = () => {
      const wanted = find.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      rows.forEach((row, index) => {
        const here =
          wanted.every((word) => words[index].includes(word)) &&
          lists.every((list, place) => !list.value || kind(row, columns[place]) === list.value);
        row.hidden = !here;
        count += here;
      });
      shown.textContent = `${count} of ${rows.length}`;
    };
    const remember = () => {
      const state = new URLSearchParams(location.search);
      [find, ...lists].forEach((field, place) => {
        const key = `t${number}.${place}`;
        if (field.value) state.set(key, field.value);
        else state.delete(key);
      });
      const query = state.toString();
      history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
    };
    const state = new URLSearchParams(location.search);
    [find, ...lists].forEach((field, place) => {
      field.value = state.get(`t${number}.${place}`) ?? "";
      field.addEventListener("input", () => {
        apply();
        remember();
      });
    });
    bar.append(find, ...lists, shown);
    (table.closest(".table-wrapper") ?? table).before(bar);
    apply();
  };

  document.addEventListener("DOMContentLoaded", () => {
    document.querySelectorAll("table.sortable").forEach(sortable);
    document.querySelectorAll("table.filterable").forEach(filterable);
    if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  });
})();
