#!/usr/bin/env python3
"""What is linked into the program, as Debian's copyright file and as CycloneDX.

    linked.py CHECKOUT BINARY VERSION SECONDS FOLDER      writes FOLDER/copyright and FOLDER/longshot.cdx.json

A Swift package is linked if the program has symbols of one of its modules. The packages of Debian that the program loads are
found by its libraries. SECONDS is the time that both files tell.
"""
import json
import pathlib
import re
import subprocess
import sys
import time
import uuid
from typing import Any, NamedTuple

APACHE, EXCEPTION, MIT, BSD = "Apache-2.0", "Apache-2.0 WITH Swift-exception", "MIT", "BSD-3-Clause"
# Sources of others inside of packages: name, package, module, licence, owner, file with its terms.
INSIDE = [
    ("BoringSSL", "swift-crypto", "Crypto", APACHE, "The BoringSSL Authors", ""),
    ("BoringSSL of NIOSSL", "swift-nio-ssl", "NIOSSL", APACHE, "The BoringSSL Authors", ""),
    ("llhttp", "swift-nio", "NIOHTTP1", MIT, "2018 Fedor Indutny", "Sources/CNIOLLHTTP/LICENSE"),
    ("WIDE SHA-1", "swift-nio", "NIOCore", BSD, "1995-1998 WIDE Project", "Sources/CNIOSHA1/c_nio_sha1.c"),
    ("zlib", "swift-nio-extras", "NIOHTTPCompression", "Zlib", "1995-2026 Jean-loup Gailly and Mark Adler",
     "Sources/CNIOExtrasZlib/include/nioextras-zlib.h"),
    ("libyaml", "yams", "Yams", MIT, "2017-2020 Ingy döt Net, 2006-2016 Kirill Simonov", "LICENSE"),
]


class Part(NamedTuple):
    """Something that is linked statically."""

    name: str
    version: str
    licence: str
    owner: str
    url: str
    terms: str


def licence(text: str) -> str:
    if "Runtime Library Exception" in text:
        return EXCEPTION
    return APACHE if "Apache License" in text else MIT


def owner(package: pathlib.Path, terms: str) -> str:
    """Who has the copyright: as the notice says, or the licence, or most of the sources."""
    notice = package / "NOTICE.txt"
    pattern = re.compile(r"Copyright (?:\(c\) |\(C\) )?((?:[0-9]{4}[-0-9, ]* )?[A-Z].*)")
    for text in ([notice.read_text()] if notice.exists() else []) + [terms]:
        for found in pattern.findall(text):
            if "License" not in found and "[" not in found:
                return found.strip().rstrip(".")
    for source in sorted(package.glob("Sources/**/*.swift")):
        found = pattern.search(source.read_text(errors="replace")[:1000])
        if found:
            return found.group(1).strip()
    return f"The authors of {package.name}"


def modules(binary: str) -> set[str]:
    """The modules that have symbols in a program: in Swift's mangling, a name comes behind its length."""
    listed = subprocess.run(["nm", "--defined-only", binary], capture_output=True, text=True, check=True).stdout
    found = set()
    for length, rest in re.findall(r"\$s([0-9]{1,2})([A-Za-z_0-9]+)", listed):
        found.add(rest[: int(length)])
    return found


def parts(checkout: pathlib.Path, binary: str) -> list[Part]:
    inside = modules(binary)
    found = []
    compiler = subprocess.run(["swiftc", "--version"], capture_output=True, text=True, check=False).stdout
    swift = re.search(r"Swift version ([0-9.]+)", compiler)
    version = swift.group(1) if swift else "6.3"
    runtime = "2014-2026 Apple Inc. and the Swift project authors"
    for name in ("swift", "swift-corelibs-libdispatch", "swift-corelibs-foundation", "swift-foundation"):
        found.append(Part(name, version, EXCEPTION, runtime, f"https://github.com/swiftlang/{name}", ""))
    found.append(
        Part("swift-foundation-icu", version, "Unicode-3.0", "2016-2026 Unicode, Inc.",
             "https://github.com/swiftlang/swift-foundation-icu", ""))
    for pin in json.loads((checkout / "Package.resolved").read_text())["pins"]:
        url = pin["location"].removesuffix(".git")
        package = checkout / ".build/checkouts" / url.rsplit("/", 1)[1]
        targets = {folder.name for folder in package.glob("Sources/*")} | {package.name.split(".")[0]}
        if not targets & inside:
            continue
        terms = next(package.glob("LICENSE*")).read_text()
        version = pin["state"]["version"]
        found.append(Part(pin["identity"], version, licence(terms), owner(package, terms), url, ""))
        if licence(terms) == MIT:
            found[-1] = found[-1]._replace(terms=terms)
        for name, home, module, of, who, file in INSIDE:
            if home == pin["identity"] and module in inside:
                text = (package / file).read_text() if file else ""
                found.append(Part(name, f"in {home} {version}", of, who, url, text))
    return sorted(found, key=lambda part: part.name.lower())


def paragraph(text: str) -> str:
    """Text as the continuation of a field."""
    return "\n".join(" " + line.rstrip() if line.strip() else " ." for line in text.strip().split("\n"))


def terms_of(part: Part) -> str:
    """The words of a licence; of C sources, those in the comment."""
    comment = re.search(r"/\*-?\n(.*?)\*/|/\* (zlib.h .*?)\*/", part.terms, re.S)
    text = re.sub(r"^ \* ?", "", comment.group(1) or comment.group(2), flags=re.M) if comment else part.terms
    return re.sub(r"^SPDX.*\n\n?", "", text, flags=re.M)


def copyright_file(all_parts: list[Part], year: int) -> str:
    out = ["Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/", "Upstream-Name: Longshot",
           "Comment: Parts that are linked into the program are listed by name; licences have SPDX's names.", "",
           "Files: *", f"Copyright: {year} The Longshot authors", f"License: {APACHE}", ""]
    texts: dict[str, str] = {}
    for part in all_parts:
        key = part.licence.replace(" WITH ", " with ") + (" exception" if "WITH" in part.licence else "")
        if part.terms:
            key = f"{part.licence}-{re.sub('[^A-Za-z0-9]+', '-', part.name)}"
            texts[key] = terms_of(part)
        path = part.name.replace(" ", "-")
        out += [f"Files: linked/{path}/*", f"Copyright: {part.owner}", f"License: {key}",
                f"Comment: {part.name} {part.version}, {part.url}, SPDX: {part.licence}", ""]
    apache = "On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0."
    exception = ("As an exception, if you use this Software to compile your source code and\nportions of this Software are embedded "
                 "into the binary product as a result,\nyou may redistribute such product without providing attribution as would\n"
                 "otherwise be required by Sections 4(a), 4(b) and 4(d) of the License.")
    texts[APACHE] = "Licensed under the Apache License, Version 2.0.\n" + apache
    texts[EXCEPTION.replace(" WITH ", " with ") + " exception"] = f"{texts[APACHE]}\n\n{exception}"
    texts["Unicode-3.0"] = UNICODE
    for key, text in sorted(texts.items()):
        out += [f"License: {key}", paragraph(text), ""]
    return "\n".join(out)


def libraries(binary: str) -> list[tuple[str, str, str]]:
    """The packages of Debian whose libraries the program needs directly: name, version, architecture."""
    dynamic = subprocess.run(["objdump", "-p", binary], capture_output=True, text=True, check=True).stdout
    found = set()
    for library in re.findall(r"NEEDED\s+(\S+)", dynamic):
        owners = subprocess.run(["dpkg-query", "--search", f"*/{library}"], capture_output=True, text=True, check=False)
        for name in {line.split(": ")[0] for line in owners.stdout.splitlines()}:
            shown = subprocess.run(
                ["dpkg-query", "--show", "--showformat", "${Package} ${Version} ${Architecture}", name],
                capture_output=True, text=True, check=True).stdout.split(" ")
            found.add((shown[0], shown[1], shown[2]))
    return sorted(found)


def bill(all_parts: list[Part], binary: str, version: str, seconds: int) -> dict[str, Any]:
    """The bill of materials (CycloneDX 1.5)."""
    moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    components = []
    for part in all_parts:
        numbers = part.version.rsplit(" ", 1)[-1]
        place = part.url.removeprefix("https://")
        reference = f"pkg:swift/{place}@{numbers}" + (f"#{part.name.replace(' ', '-')}" if "in " in part.version else "")
        entry = {"expression": part.licence} if " " in part.licence else {"license": {"id": part.licence}}
        components.append({
            "type": "library", "bom-ref": reference, "name": part.name, "version": numbers, "purl": reference,
            "copyright": part.owner, "licenses": [entry],
            "externalReferences": [{"type": "vcs", "url": part.url}]})
    for name, number, architecture in libraries(binary):
        reference = f"pkg:deb/debian/{name.replace('+', '%2B')}@{number.replace(':', '%3A').replace('+', '%2B')}?arch={architecture}"
        components.append({"type": "library", "bom-ref": reference, "name": name, "version": number, "purl": reference})
    root = f"pkg:deb/longshot@{version}"
    digest = uuid.uuid5(uuid.NAMESPACE_URL, f"{root}?{seconds}")
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.5", "serialNumber": f"urn:uuid:{digest}", "version": 1,
        "metadata": {"timestamp": moment, "component": {
            "type": "application", "bom-ref": root, "name": "longshot", "version": version,
            "licenses": [{"license": {"id": APACHE}}]}},
        "components": components,
        "dependencies": [{"ref": root, "dependsOn": [one["bom-ref"] for one in components]}]}


UNICODE = """Permission is hereby granted, free of charge, to any person obtaining a
copy of data files and any associated documentation (the "Data Files") or
software and any associated documentation (the "Software") to deal in the
Data Files or Software without restriction, including without limitation
the rights to use, copy, modify, merge, publish, distribute, and/or sell
copies of the Data Files or Software, and to permit persons to whom the
Data Files or Software are furnished to do so, provided that either (a)
this copyright and permission notice appear with all copies of the Data
Files or Software, or (b) this copyright and permission notice appear in
associated Documentation.

THE DATA FILES AND SOFTWARE ARE PROVIDED "AS IS", WITHOUT WARRANTY OF ANY
KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT OF
THIRD PARTY RIGHTS.

IN NO EVENT SHALL THE COPYRIGHT HOLDER OR HOLDERS INCLUDED IN THIS NOTICE
BE LIABLE FOR ANY CLAIM, OR ANY SPECIAL INDIRECT OR CONSEQUENTIAL DAMAGES,
OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS,
WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THE DATA
FILES OR SOFTWARE.

Except as contained in this notice, the name of a copyright holder shall
not be used in advertising or otherwise to promote the sale, use or other
dealings in these Data Files or Software without prior written
authorization of the copyright holder."""

root, program, number, now, folder = sys.argv[1:]
linked = parts(pathlib.Path(root), program)
target = pathlib.Path(folder)
(target / "copyright").write_text(copyright_file(linked, time.gmtime(int(now)).tm_year))
(target / "longshot.cdx.json").write_text(json.dumps(bill(linked, program, number, int(now)), indent=1) + "\n")
