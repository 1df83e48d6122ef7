"""Tables of parameters and of fields in the API reference: an extension of Griffe, which mkdocstrings reads code by."""

from typing import Any

from griffe import Attribute, Class, Extension, Function, Module

from builders.site.docstrings import sectioned


class Tables(Extension):
    """Names the parameters and the fields as Google's style does, fields with their defaults."""

    def on_function(self, *, func: Function, **_: Any) -> None:
        """List the parameters that the docstring explains; their types and defaults come from the signature."""
        if func.docstring:
            names = dict.fromkeys((one.name for one in func.parameters if one.name != "self"), "")
            func.docstring.value = sectioned(func.docstring.value, names, "Parameters")

    def on_class(self, *, cls: Class, **_: Any) -> None:
        """List the fields that have no docstring of their own: fields with a type, and others that are explained."""
        fields = {
            name: _default(one)
            for name, one in cls.attributes.items()
            if not name.startswith("_") and not one.has_docstring and "property" not in one.labels
        }
        typed = [name for name in fields if "class-attribute" in cls.attributes[name].labels or cls[name].annotation]
        if cls.docstring:
            cls.docstring.value = sectioned(cls.docstring.value, fields, "Attributes", typed)

    def on_module(self, *, mod: Module, **_: Any) -> None:
        """Keep the columns of a docstring."""
        if mod.docstring:
            mod.docstring.value = sectioned(mod.docstring.value, {}, "")


def _default(field: Attribute) -> str:
    value = str(field.value) if field.value and "class-attribute" in field.labels else "field()"
    return f"Default: `{value}`." if not value.startswith("field(") else ""
