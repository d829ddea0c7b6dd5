"""A hook for mkdocs: shows pages outside docs/, and replaces links to other files of the checkout by their names."""

import os
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent.parent
# The place of a page of the checkout in the site.
ELSEWHERE = {
    **{f"topics/{one.name}": f"contract/{one.name}" for one in (ROOT / "topics").glob("*.md")},
    **{name: f"project/{name}" for name in ("CHANGELOG.md", "RELEASING.md", "SAFETY.md", "SECURITY.md")},
}
SOURCE = {place: path for path, place in ELSEWHERE.items()}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")


def on_files(files, config):
    for path, place in ELSEWHERE.items():
        files.append(File.generated(config, place, content=(ROOT / path).read_text()))
    return files


def on_page_markdown(markdown, page, config, files):
    place = page.file.src_uri
    home = Path(SOURCE.get(place, f"docs/{place}")).parent

    def link(found):
        mark, words, target, anchor = found.groups()
        if not target or "://" in target:
            return found[0]
        path = os.path.normpath(home / target)
        inside = ELSEWHERE.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if inside and files.get_file_from_path(inside):
            return f"{mark}[{words}]({os.path.relpath(inside, Path(place).parent)}{anchor or ''})"
        if not (ROOT / path).exists():
            return found[0]  # It is nowhere: let mkdocs complain.
        return f"{words} (`{path}`)"

    parts = re.split(r"(```.*?```)", markdown, flags=re.S)
    return "".join(part if part.startswith("```") else LINK.sub(link, part) for part in parts)
