"""Checks deploy/home-assistant: the app's configuration by the Supervisor's schema, and what its start script passes on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from roots import Missing

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "deploy/home-assistant/vitalbus"
# Of the Supervisor's schema (supervisor/addons/validate.py), the keys that the app may use.
REQUIRED = {"name", "version", "slug", "description", "arch"}
KNOWN = REQUIRED | {"init", "backup", "timeout", "host_dbus", "ingress", "ingress_port", "ingress_stream", "panel_icon", "panel_title", "panel_admin",
                    "ports", "ports_description", "options", "schema", "url", "image", "startup", "services", "map", "watchdog"}
USER = "0123456789abcdef0123456789abcdef"
OPTIONS = {"seats": ["ann", "ben"], "radio": "none", "role": "viewer", "operators": [USER, "f" * 32]}


def app_checks() -> list[tuple[bool, str]]:
    import yaml

    config = yaml.safe_load((APP / "config.yaml").read_text())
    words = yaml.safe_load((APP / "translations/en.yaml").read_text())
    schema, options = config["schema"], config["options"]
    changelog = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.M)
    needed = {name for name, kind in schema.items() if not str(kind).endswith("?")}
    entry = re.search(r'ENTRYPOINT \["/usr/local/bin/(\w+)"\]', (APP / "Dockerfile").read_text())
    return [
        (REQUIRED <= set(config) <= KNOWN, f"the app's keys are the Supervisor's: {sorted(set(config) - KNOWN)}"),
        (re.fullmatch(r"[-_.A-Za-z0-9]+", config["slug"]) is not None and config["arch"] == ["amd64"], "its name, and the one architecture that has a package"),
        (changelog is not None and config["version"] == changelog[1], f"its version is the changelog's: {config['version']}"),
        (set(options) == needed, f"each option has a default: {sorted(set(options) ^ needed)}"),
        (set(words["configuration"]) == set(schema) and set(words["network"]) == set(config["ports"]), "each option and port has words"),
        (config["ingress"] is True and config["panel_admin"] is False, "the panel is for all users, by the ingress"),
        (config["options"]["role"] != "operator" and "operator" not in schema["role"], "no option makes every user an operator"),
        (config["ports"] == {"8470/tcp": None}, "no port is open unless a person opens it"),
        (entry is not None and os.access(APP / entry[1], os.X_OK), "the image starts the app's script"),
        *start_checks(config["ingress_port"]),
    ]


def start_checks(port: int) -> list[tuple[bool, str]]:
    """What the script passes to `vitalbus`, in whose place a script records it."""
    if not shutil.which("jq"):
        raise Missing("no jq: apt-get install jq")
    plain = started(OPTIONS)
    end = f"--set page:frame-ancestors=self --set page:ingress.role=viewer --set page:ingress.operators={USER},{'f' * 32}"
    open_page = started({**OPTIONS, "operators": [], "address": "ha.local; reboot"})
    return [
        (len(plain) == 1 and plain[0].endswith(end), f"role and operators reach the page: {plain}"),
        (f"page:ingress.address=0.0.0.0:{port} " in plain[0], "the ingress's port is the configuration's"),
        ("--forget" in plain[0] and "--seat ann --seat ben" in plain[0], "each start has these options alone"),
        ("--page 127.0.0.1:8470" in plain[0], "without an address, the page is in the panel only"),
        (len(open_page) == 2 and open_page[0] == "access set --address ha.local; reboot --state STATE", f"an address is one word: {open_page}"),
        ("--page 0.0.0.0:8470" in open_page[1] and "operators" not in open_page[1], "with it, the page serves others, and no user is an operator"),
    ]


def started(options: dict[str, object]) -> list[str]:
    """The command lines that the script runs."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "options.json").write_text(json.dumps(options))
        (folder / "vitalbus").write_text('#!/bin/sh\necho "$@"\n')
        (folder / "vitalbus").chmod(0o755)
        environment = {"PATH": f"{folder}:{os.environ['PATH']}", "APP_OPTIONS": str(folder / "options.json"), "APP_STATE": "STATE"}
        run = subprocess.run([APP / "start"], env=environment, capture_output=True, text=True, timeout=60, check=False)
        return run.stdout.splitlines() or [run.stderr]
