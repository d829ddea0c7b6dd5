"""The command lines in documents."""


def lines(path):
    """The command lines of a document's `sh` blocks, also in lists, each with its line number."""
    text, inside, line, start = path.read_text().splitlines(), False, "", 0
    for number, one in enumerate(text, 1):
        one = one if inside and line else one.lstrip()
        if one.lstrip().startswith("```"):
            inside, line = not inside and one.strip() == "```sh", ""
        elif inside and one.strip() and not (one.startswith("#") and not line):
            start = start if line else number
            line = line + "\n" + one if line else one
            if not one.endswith("\\"):
                yield start, line
                line = ""
