#!/usr/bin/env python3
"""Writes a man page for each command: man.py VERSION DATE FOLDER < the output of `longshot --experimental-dump-help`."""
import json
import pathlib
import sys
from typing import Any

Node = dict[str, Any]


def plain(text: str) -> str:
    """Text in the notation of man pages: no line is a request, and a hyphen is what one can copy."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))


def sentence(text: str) -> str:
    return text.replace("`", '"')


def names(argument: Node) -> list[str]:
    return [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument.get("names", [])]


def shown(argument: Node) -> str:
    """How an argument is written, with its value in italics."""
    value = f"\\fI{plain(argument.get('valueName', 'value'))}\\fR"
    if argument["kind"] == "positional":
        return value
    words = ", ".join(f"\\fB{plain(name)}\\fR" for name in names(argument))
    return words if argument["kind"] == "flag" else f"{words} {value}"


def usage(argument: Node) -> str:
    first = [{**argument, "names": [argument["preferredName"]]}] if "preferredName" in argument else [argument]
    text = shown(first[0]) + (" ..." if argument["isRepeating"] else "")
    return f"[{text}]" if argument["isOptional"] else text


def page(command: Node, path: list[str], version: str, date: str) -> str:
    title = "-".join(path)
    arguments = [one for one in command.get("arguments", []) if one["shouldDisplay"]]
    children = [one for one in command.get("subcommands", []) if one.get("shouldDisplay", True)]
    children = [one for one in children if one["commandName"] != "help"]
    out = [f'.TH {title.upper()} 1 {date} "Longshot {version}" "User Commands"']
    # The line that whatis reads: a name, a hyphen, a description.
    out += [".SH NAME", f"{plain(title)} \\- {plain(sentence(command.get('abstract', '')).rstrip('.'))}"]
    out += [".SH SYNOPSIS", f".B {' '.join(path)}"] + [usage(one) for one in arguments]
    out += ["\\fIcommand\\fR"] if children else []
    if command.get("discussion"):
        out += [".SH DESCRIPTION", plain(sentence(command["discussion"])).replace("\n\n", "\n.PP\n")]
    if arguments:
        out.append(".SH OPTIONS")
        for one in arguments:
            out += [".TP", shown(one), plain(sentence(one.get("abstract", "")))]
    if children:
        out.append(".SH COMMANDS")
        for one in children:
            reference = plain("-".join(path + [one["commandName"]]))
            out += [".TP", f"\\fB{reference}\\fR(1)", plain(sentence(one.get("abstract", "")))]
    related = ["-".join(path[:-1])] if len(path) > 1 else []
    out += [".SH SEE ALSO"] + [f"\\fB{plain(one)}\\fR(1)," for one in related] + ["/usr/share/doc/longshot/reference"]
    return "\n".join(line for line in out if line.strip()) + "\n"


def write(command: Node, path: list[str], version: str, date: str, folder: pathlib.Path) -> None:
    path = path + [command["commandName"]]
    (folder / ("-".join(path) + ".1")).write_text(page(command, path, version, date))
    for child in command.get("subcommands", []):
        if child.get("shouldDisplay", True) and child["commandName"] != "help":
            write(child, path, version, date, folder)


write(json.load(sys.stdin)["command"], [], sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]))
