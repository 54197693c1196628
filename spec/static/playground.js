"use strict";
// The playground: shows what was computed when the pages were built. What is chosen stands in the address.
document.addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("explorer");
  if (!place) return;
  const { epsilons, deltas, prepared } = JSON.parse(document.getElementById("prepared").textContent);
  const make = (tag, parent, settings = {}) => {
    const element = Object.assign(document.createElement(tag), settings);
    parent.append(element);
    return element;
  };
  const list = (name, form) => {
    const label = make("label", form, { textContent: `${name} ` });
    return make("select", label, { name });
  };
  const fill = (field, words) => field.replaceChildren(...words.map((word) => new Option(word, word)));

  place.replaceChildren();
  const form = make("form", place, { className: "filter" });
  const fields = ["mechanism", "example", "epsilon", "delta"].map((name) => list(name, form));
  const [mechanism, example, epsilon, delta] = fields;
  const verdict = make("p", place, { className: "answer" });
  verdict.setAttribute("aria-live", "polite");
  const picture = make("div", place, { className: "picture" });
  make("p", place, { textContent: "What Assay answers:" });
  const told = make("pre", place);
  make("p", place, { textContent: "Ask it yourself:" });
  const program = make("pre", place);

  const shape = (name, settings, words) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(settings)) element.setAttribute(key, value);
    if (words !== undefined) element.textContent = words;
    return element;
  };
  const draw = (each, answer) => {
    const [width, height, left, right, top, bottom] = [560, 300, 56, 16, 18, 44];
    const [x, y] = answer.at;
    const wide = 1.05 * Math.max(x, ...each.curve.map((point) => point[0]));
    const high = 1.05 * Math.max(y, ...each.curve.map((point) => point[1]), 0.01);
    const across = (value) => left + (value / wide) * (width - left - right);
    const up = (value) => height - bottom - (value / high) * (height - bottom - top);
    const last = each.curve.at(-1);
    const points = [...each.curve, [wide, last[1]]].map((point) => `${across(point[0])},${up(point[1])}`).join(" ");
    const svg = shape("svg", { class: "picture", viewBox: `0 0 ${width} ${height}`, role: "img" });
    const middle = { class: "name", "text-anchor": "middle" };
    svg.append(
      shape("title", {}, `privacy profile of ${each.name}, and the claim`),
      shape("polygon", { class: "area", points: `${left},${top} ${points} ${width - right},${top}` }),
      shape("line", { class: "axis", x1: left, y1: up(0), x2: width - right, y2: up(0) }),
      shape("line", { class: "axis", x1: left, y1: up(0), x2: left, y2: top }),
      shape("polyline", { class: "curve", points }),
      shape("text", { ...middle, x: (left + width) / 2, y: height - 6 }, "epsilon"),
      shape("text", { ...middle, x: left, y: 12 }, "delta"),
      shape("text", { x: left - 6, y: up(0) + 4, "text-anchor": "end" }, "0"),
    );
    let free = -1e9;
    for (const [value, name] of each.marks) {
      const half = 3.4 * name.length;
      if (name.length > 12 || across(value) - half < free || !Number.isFinite(value)) continue;
      svg.append(shape("text", { x: across(value), y: up(0) + 17, "text-anchor": "middle" }, name));
      free = across(value) + half + 4;
    }
    const mark = { class: `claim ${answer.word}`, cx: across(x), cy: up(y), r: 6 };
    svg.append(shape("circle", mark));
    const end = across(x) > width - 130 ? "end" : "start";
    const beside = across(x) + (end === "end" ? -10 : 10);
    svg.append(shape("text", { x: beside, y: up(y) - 8, "text-anchor": end }, `the claim: ${answer.word}`));
    picture.replaceChildren(svg);
  };

  const show = () => {
    const each = prepared.find((one) => one.title === mechanism.value && one.name === example.value);
    const answer = each.answers[`${epsilon.value}|${delta.value}`];
    verdict.replaceChildren();
    make("code", verdict, { textContent: each.name });
    verdict.append(` is (${epsilon.value}, ${delta.value})-private: `);
    make("span", verdict, { className: `verdict ${answer.word}`, textContent: answer.word });
    verdict.append(". The smallest delta at this epsilon is ");
    make("code", verdict, { textContent: answer.delta });
    verdict.append(", the smallest epsilon at delta = 0 is ");
    make("code", verdict, { textContent: each.epsilon });
    verdict.append(".");
    draw(each, answer);
    told.textContent = answer.text;
    program.textContent = `${each.program}\nprint(m.audit("${epsilon.value}", "${delta.value}"))`;
    const state = new URLSearchParams(fields.map((field) => [field.name, field.value]));
    history.replaceState(null, "", `${location.pathname}?${state}${location.hash}`);
  };
  const examples = () =>
    fill(example, prepared.filter((one) => one.title === mechanism.value).map((one) => one.name));

  fill(mechanism, [...new Set(prepared.map((one) => one.title))]);
  fill(epsilon, epsilons);
  fill(delta, deltas);
  const state = new URLSearchParams(location.search);
  const known = (field) => [...field.options].some((option) => option.value === state.get(field.name));
  epsilon.value = "1";
  for (const field of fields) {
    if (field === example) examples();
    if (known(field)) field.value = state.get(field.name);
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target === mechanism) examples();
    show();
  });
  show();
});
