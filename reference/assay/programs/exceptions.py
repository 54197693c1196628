"""What an exception holds beside its arguments and its dictionary: in slots, and where built-in classes keep
it, such as the name of a NameError and the value of a StopIteration.
"""

from __future__ import annotations

from types import GetSetDescriptorType, MemberDescriptorType


def field_names(kind: type[BaseException]) -> tuple[str, ...]:
    """The fields that exceptions of a class have."""
    fields = (MemberDescriptorType, GetSetDescriptorType)
    named = {name for base in kind.__mro__ for name, value in vars(base).items() if isinstance(value, fields)}
    return tuple(sorted(name for name in named if name != "args" and not name.startswith("__")))


def fields(error: BaseException) -> dict[str, object]:
    """The fields that are set, with what they hold."""
    held = {name: getattr(error, name, None) for name in field_names(type(error))}
    return {name: value for name, value in held.items() if value is not None}
