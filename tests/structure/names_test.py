#!/usr/bin/env python3
"""One name, one thing: what two headers of a namespace call alike would be one definition too many."""
import collections
import re
import unittest

import repository


def bare(header):
    """The text without comments, strings and lines of the preprocessor."""
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', re.sub(r"//[^\n]*", "", repository.text(header)))
    return re.sub(r"^\s*#[^\n]*", "", text, flags=re.M)


def statements(header):
    """(namespace, declaration, whether a body follows) of what stands directly in a namespace."""
    scopes, statement = [], ""
    for part in re.split(r"([{};])", bare(header)):
        inside = all(scope is not None for scope in scopes)
        if part not in ("{", "}", ";"):
            statement += part
            continue
        opened = re.search(r"\bnamespace\s+([\w:]*)\s*$", statement)
        if part == "{":
            if inside and not opened:
                yield "::".join(scopes), " ".join(statement.split()), True
            scopes.append(opened.group(1) if opened else None)
        elif part == "}":
            scopes.pop()
        elif inside and statement.strip():
            yield "::".join(scopes), " ".join(statement.split()), False
        statement = ""


def parameter_types(parameters):
    """What the compiler tells overloads apart by: no names, no defaults. Commas inside <> do not part."""
    types, depth, word = [], 0, ""
    for c in parameters + ",":
        depth += (c in "<(") - (c in ">)")
        if c == "," and depth == 0:
            types.append(re.sub(r"(?<=[\w>&*])\s*\b\w+$", "", word.split("=")[0].strip()))
            word = ""
        else:
            word += c
    return ", ".join(types)


def names(header):
    """(namespace, name, overload) of each type, free function and constant that the header defines or declares."""
    for namespace, statement, has_body in statements(header):
        statement = re.sub(r"^template\s*<[^{};]*?>\s*(?=struct|class|using|[A-Z])", "", statement)
        typed = re.match(r"(?:enum class|enum|class|struct)\s+(\w+)", statement)
        alias = re.match(r"using\s+(\w+)\s*=", statement)
        function = re.match(r"[^=(]*?\b(\w+)\s*\((.*)\)[^()]*$", statement)
        constant = re.match(r"(?:inline\s+|extern\s+)?(?:constexpr|const)\b[^(=]*?\b(\w+)\s*(?:=|$)", statement)
        if typed and (has_body or "=" in statement):
            yield namespace, typed.group(1), ""
        elif alias:
            yield namespace, alias.group(1), ""
        elif constant:
            yield namespace, constant.group(1), ""
        elif function and not typed:
            yield namespace, function.group(1), f"({parameter_types(function.group(2))})"


class Names(unittest.TestCase):
    def test_no_two_headers_of_a_namespace_define_the_same_name(self):
        found = collections.defaultdict(set)
        for header in repository.sources("core", "ui", "app"):
            if header.endswith(".h"):
                for namespace, name, overload in names(header):
                    found[f"{namespace}::{name}{overload}"].add(header)
        self.assertGreater(len(found), 700)
        self.assertEqual({n: sorted(h) for n, h in found.items() if len(h) > 1}, {})

    def test_a_type_is_not_called_as_a_function_or_constant_of_another_header(self):
        kinds = collections.defaultdict(set)
        for header in repository.sources("core", "ui", "app"):
            if header.endswith(".h"):
                for namespace, name, overload in names(header):
                    kinds[namespace, name].add(bool(overload))
        self.assertEqual([key for key, kind in kinds.items() if len(kind) > 1], [])


if __name__ == "__main__":
    unittest.main()
