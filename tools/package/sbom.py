#!/usr/bin/python3
"""A package's contents as CycloneDX 1.6 in JSON: resolved Swift packages, Swift's runtime, Debian's libraries.

    tools/package/sbom.py PROGRAM ... [--resolved FILE]       prints it, for a look

`package` puts it into each package and beside it, and holds its libraries to what dpkg-shlibdeps says.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.dont_write_bytecode = True

import linked  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
# Parts of the sources with a separate version.
VENDORED = {"vitalbus": [("uPlot", "1.6.31", "pkg:npm/uplot@1.6.31", "MIT")], "vitalbus-ocr": []}
SPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")


def debian(programs: list[Path], system: linked.Debian) -> dict[str, str]:
    """Debian's packages that own these libraries, with versions. Only debug builds use those in Swift's folder."""
    paths = {one for program in programs for one in system.needed(program)}
    carried = {program.name for program in programs}
    return dict(system.owner(path) for path in paths if "/swift" not in str(path) and path.name not in carried)


def swift_packages(resolved: Path) -> list[dict]:
    """Each pin, by its address and commit."""
    parts = []
    for pin in json.loads(resolved.read_text())["pins"]:
        address, state = pin["location"].removesuffix(".git"), pin["state"]
        version = state.get("version") or state["revision"]
        place = address.removeprefix("https://")
        parts.append({
            "type": "library", "bom-ref": f"swift:{pin['identity']}", "name": pin["identity"], "version": version,
            "purl": f"pkg:swift/{place}@{version}",
            "externalReferences": [{"type": "vcs", "url": pin["location"], "comment": f"commit {state['revision']}"}],
        })
    return parts


def debian_part(library: str, number: str, *, how: str, architecture: str) -> dict:
    """A package of Debian as a component; `how` is the origin of its library."""
    purl = f"pkg:deb/debian/{library}@{number.replace('+', '%2B').replace(':', '%3A')}?arch={architecture}"
    return {"type": "library", "bom-ref": f"deb:{library}", "name": library, "version": number, "purl": purl,
            "properties": [{"name": "vitalbus:linked", "value": f"dynamically, {how}"}]}


def document(*, name: str, version: str, resolved: Path, libraries: dict[str, str], carried: dict[str, str], system: linked.Debian) -> dict:
    architecture, swift = system.architecture, system.swift()
    parts = swift_packages(resolved)
    parts.append({"type": "library", "bom-ref": "swift-runtime", "name": "Swift runtime and Foundation", "version": swift,
                  "purl": f"pkg:generic/swift@{swift}", "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}]})
    for part, number, purl, licence in VENDORED[name]:
        parts.append({"type": "library", "bom-ref": purl, "name": part, "version": number, "purl": purl, "licenses": [{"license": {"id": licence}}]})
    parts += [debian_part(library, number, how="from the system", architecture=architecture) for library, number in libraries.items()]
    parts += [debian_part(library, number, how="carried in the package", architecture=architecture) for library, number in carried.items()]
    parts.sort(key=lambda part: part["bom-ref"])
    moment = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    whole = {"type": "application", "bom-ref": name, "name": name, "version": version,
             "purl": f"pkg:deb/{name}@{version}?arch={architecture}", "licenses": [{"license": {"id": "Apache-2.0"}}]}
    text = json.dumps([whole, parts], sort_keys=True)
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": f"urn:uuid:{uuid.uuid5(SPACE, text)}", "version": 1,
        "metadata": {"timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"), "component": whole},
        "components": parts, "dependencies": [{"ref": name, "dependsOn": [part["bom-ref"] for part in parts]}],
    }


def is_met(entry: str, library: str) -> bool:
    """Whether a dependency (`a (>= 1) | b`) means a library's package; libopenblas0 is there as libopenblas0-serial."""
    names = [word.split()[0] for word in entry.split("|")]
    return any(library == name or library.startswith(f"{name}-") for name in names)


def made(*, name: str, version: str, programs: list[Path], depends: list[str], carried: dict[str, str], system: linked.Debian) -> str:
    """The text for a package whose libraries are what `depends` (of dpkg-shlibdeps) says; anything else ends the build.

    `carried` has the packages of the libraries that lie in the package itself, with their versions.
    """
    libraries = {library: number for library, number in debian(programs, system).items() if library not in carried}
    missing = [entry for entry in depends if not any(is_met(entry, library) for library in libraries)]
    unknown = [library for library in libraries if not any(is_met(entry, library) for entry in depends)]
    if missing:
        sys.exit(f"package: dpkg-shlibdeps names {', '.join(missing)}, and no program is linked with it")
    if unknown:
        sys.exit(f"package: linked with {', '.join(sorted(unknown))}, which dpkg-shlibdeps does not name")
    parts = document(name=name, version=version, resolved=ROOT / "Package.resolved", libraries=libraries, carried=carried,
                     system=system)
    return json.dumps(parts, indent=1) + "\n"


def main() -> None:
    arguments = argparse.ArgumentParser(prog="sbom.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=Path, nargs="+")
    arguments.add_argument("--resolved", type=Path, default=ROOT / "Package.resolved", metavar="FILE")
    given = arguments.parse_args()
    system = linked.here()
    libraries = debian(given.program, system)
    found = document(name="vitalbus", version="0.0.0", resolved=given.resolved, libraries=libraries, carried={}, system=system)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
