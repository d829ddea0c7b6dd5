"""A disk after a power cut: replays the system calls in `strace`'s log, and tracks flushed data separately."""

import os
import re
import shutil
from pathlib import Path
from typing import Any

CALLS = (
    "openat,open,creat,write,pwrite64,writev,pwritev,pwritev2,lseek,ftruncate,truncate,fallocate,rename,renameat,renameat2,"
    "link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync,chmod,fchmod,fchmodat"
)
LINE = re.compile(r"^(\d+) +(.*)$")
STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')
FOLDER = re.compile(r"(?:AT_FDCWD|\d+)<([^>]*)>")
MODES = ("strict", "names", "torn")


def text(escaped):
    return raw(escaped).decode(errors="replace")


def raw(escaped):
    return bytes.fromhex(escaped.replace("\\x", ""))


class File:
    """A file: the content that processes see, the flushed content, and the changes since."""

    def __init__(self):
        self.now, self.flushed, self.since, self.place, self.mode = bytearray(), b"", [], 0, 0o600

    def write(self, offset, data):
        self.since.append((offset, data))
        self.apply(self.now, offset, data=data)

    def resize(self, size):
        self.since.append((size, None))
        self.apply(self.now, size, data=None)

    def flush(self):
        self.flushed, self.since = bytes(self.now), []

    @staticmethod
    def apply(content, offset, *, data):
        end = offset + len(data or b"")
        if len(content) < end or data is None:
            content.extend(bytes(max(0, offset - len(content))))
        if data is None:
            del content[offset:]
        else:
            content[offset:end] = data

    def after(self, mode):
        """The content that remains after a cut."""
        if not self.since or mode == "strict":
            return self.flushed
        content = bytearray(self.flushed)
        if mode == "names":
            # Delayed allocation: names and shrunk sizes survive, written data does not.
            for size, data in self.since:
                if data is None and size < len(content):
                    self.apply(content, size, data=None)
            return bytes(content)
        half = len(self.since) // 2
        for offset, data in self.since[:half]:
            self.apply(content, offset, data=data)
        offset, data = self.since[half]
        self.apply(content, offset, data=data if data is None else data[: len(data) // 2])
        return bytes(content)


class Folder:
    """A folder: the names that processes see, and those that were flushed."""

    def __init__(self):
        self.now, self.flushed, self.mode = {}, {}, 0o700

    def flush(self):
        self.flushed = dict(self.now)


class Disk:
    """The part of a disk below one folder, which existed before and was empty."""

    def __init__(self, root):
        self.root, self.top = Path(root), Folder()

    # MARK: Paths

    def parts(self, path):
        """The names below the root; None for a path elsewhere."""
        path = Path(os.path.normpath(self.root / path))
        return path.relative_to(self.root).parts if path.is_relative_to(self.root) else None

    def find(self, path):
        here: Any = self.top
        parts = self.parts(path)
        for name in parts if parts is not None else ("",):
            here = here.now.get(name) if isinstance(here, Folder) else None
        return here

    def parent(self, path):
        parts = self.parts(path)
        return (self.find(self.root.joinpath(*parts[:-1])), parts[-1]) if parts else (None, None)

    # MARK: Calls

    def replay(self, lines):
        """Replays each line of a log, and yields after each call that changed something: the call and its path."""
        begun = {}
        for line in lines:
            found = LINE.match(line)
            if not found:
                continue
            thread, call = found.groups()
            if call.endswith("<unfinished ...>"):
                begun[thread] = call.removesuffix("<unfinished ...>")
                continue
            if call.startswith("<..."):
                call = begun.pop(thread, "") + call.partition("resumed>")[2]
            name, _, rest = call.partition("(")
            arguments, _, result = rest.rpartition(" = ")
            if not result or result[0] in "-?":
                continue
            path = self.carry_out(name, arguments, result=result)
            if path:
                yield name, path

    def carry_out(self, name, arguments, *, result):
        folders = [text(one) if one.startswith("\\x") else one for one in FOLDER.findall(STRING.sub('""', arguments))]
        strings = STRING.findall(arguments)
        if name in ("open", "openat", "creat"):
            opened = FOLDER.match(result)
            return opened and self.opened(text(opened[1]) if opened[1].startswith("\\x") else "", arguments, name=name)
        if name in ("write", "pwrite64", "writev", "pwritev", "pwritev2", "lseek", "ftruncate", "fallocate", "fsync", "fdatasync", "fchmod"):
            # A file without a name has no effect on the disk.
            return (
                folders
                and ">(deleted)" not in arguments[:600]
                and self.on_file(name, folders[0], arguments=arguments, strings=strings, result=int(result.split()[0].split("<")[0], 0))
            )
        paths = [text(one) for one in strings]
        if name.endswith(("at", "at2")):
            paths = [os.path.join(folder, path) for folder, path in zip(folders, paths)]
        return self.on_names(name, paths, arguments=arguments)

    def opened(self, path, arguments, *, name):
        parent, last = self.parent(path)
        if not isinstance(parent, Folder):
            return None
        node, changed = parent.now.get(last), False
        if node is None and ("O_CREAT" in arguments or name == "creat"):
            node = parent.now[last] = File()
            changed = True
        if isinstance(node, File):
            node.place = len(node.now) if "O_APPEND" in arguments else 0
            if node.now and ("O_TRUNC" in arguments or name == "creat"):
                node.resize(0)
                changed = True
        return path if changed else None

    def on_file(self, name, path, *, arguments, strings, result):
        node = self.find(path)
        if node is None:
            return None
        if name in ("fsync", "fdatasync"):
            node.flush()
            return path
        numbers = [int(one) for one in re.findall(r", (\d+)(?=\s*[,)])", STRING.sub("", arguments) + ")")]
        if not isinstance(node, File):
            return None
        if name == "lseek":
            node.place = result
            return None
        if name == "fchmod":
            node.mode = int(re.findall(r"\b0\d+", STRING.sub("", arguments))[-1], 8)
            return None
        if name == "ftruncate":
            node.resize(numbers[-1])
        elif name == "fallocate":
            if len(node.now) < numbers[-1] + numbers[-2]:
                node.resize(numbers[-1] + numbers[-2])
        else:
            data = b"".join(raw(one) for one in strings)[:result]
            offset = numbers[-1] if name.startswith("p") else node.place
            node.write(offset, data)
            if not name.startswith("p"):
                node.place = offset + len(data)
        return path

    def on_names(self, name, paths, *, arguments):
        if not paths:
            return None
        parent, last = self.parent(paths[0])
        inside = isinstance(parent, Folder)
        if name.startswith("mkdir") and inside:
            parent.now[last] = Folder()
        elif name.startswith(("unlink", "rmdir")) and inside:
            parent.now.pop(last, None)
        elif name.startswith(("rename", "link")):
            other, new = self.parent(paths[1])
            node = parent.now.get(last) if inside else None
            if node is None or not isinstance(other, Folder):
                return None
            if name.startswith("rename"):
                del parent.now[last]
            other.now[new] = node
            return paths[1]
        elif name.startswith("truncate") and isinstance(self.find(paths[0]), File):
            self.find(paths[0]).resize(int(re.findall(r", (\d+)", STRING.sub("", arguments))[-1]))
        elif name.startswith("chmod") and isinstance(self.find(paths[0]), File):
            self.find(paths[0]).mode = int(re.findall(r"\b0\d+", STRING.sub("", arguments))[-1], 8)
            return None
        else:
            return None
        return paths[0] if inside else None

    # MARK: Cuts

    def image(self, mode):
        """Each path that remains after a cut, with its mode and its content; None for a folder."""
        found = {}

        def walk(folder, path):
            for name, node in (folder.flushed if mode == "strict" else folder.now).items():
                if isinstance(node, Folder):
                    found[path / name] = (node.mode, None)
                    walk(node, path / name)
                else:
                    found[path / name] = (node.mode, node.after(mode))

        walk(self.top, Path())
        return found

    def damage(self, mode, is_told=lambda path: True):
        """The changes by a cut: each path with its new state. Two cuts with the same damage are one case."""
        found = set()

        def walk(now, flushed, *, path):
            for name in {**now, **flushed}:
                one = path / name
                node, kept = now.get(name), flushed.get(name) if mode == "strict" else now.get(name)
                if not is_told(one):
                    continue
                if node is not kept:
                    found.add((str(one), "missing" if kept is None else "back" if node is None else "former"))
                elif isinstance(node, Folder):
                    walk(node.now, node.flushed if mode == "strict" else node.now, path=one)
                elif node.since:
                    content = node.after(mode)
                    if content != node.now:
                        found.add((str(one), "empty" if not content else "older"))

        walk(self.top.now, self.top.flushed if mode == "strict" else self.top.now, path=Path())
        return frozenset(found)

    def differences(self, is_told):
        """The differences between the replayed disk and the real one: the log was misunderstood."""
        found = []
        seen = {path: content for path, (_, content) in self.image_now().items() if is_told(path)}
        for path, content in seen.items():
            real = self.root / path
            if not real.exists() or (content is not None and real.read_bytes() != content):
                found.append(str(path))
        for real in self.root.rglob("*"):
            path = real.relative_to(self.root)
            if (real.is_file() or real.is_dir()) and is_told(path) and path not in seen:
                found.append(str(path))
        return sorted(found)

    def image_now(self):
        found = {}

        def walk(folder, path):
            for name, node in folder.now.items():
                is_folder = isinstance(node, Folder)
                found[path / name] = (node.mode, None if is_folder else bytes(node.now))
                if is_folder:
                    walk(node, path / name)

        walk(self.top, Path())
        return found


def lay(image, root):
    """Makes an image the content of a folder."""
    for old in Path(root).iterdir():
        shutil.rmtree(old) if old.is_dir() and not old.is_symlink() else old.unlink()
    for path, (mode, content) in image.items():
        place = Path(root) / path
        if content is None:
            place.mkdir(mode=mode)
        else:
            place.write_bytes(content)
            place.chmod(mode)
