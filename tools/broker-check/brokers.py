#!/usr/bin/python3
"""Tries brokers against the numbered sentences of what VitalBus asks of one (Sources/TestKits/BrokerContract).

    tools/broker-check/brokers.py [--venv DIR] [BROKER...]      mosquitto ejabberd rumqttd amqtt nats

Each broker that is here is started on a loopback port of its own with two accounts, tried by `broker-check`, and ended.
A broker that is not here is a counted skip that says what to install. Prints a table in Markdown, then one line of JSON.
"""

import argparse
import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
from prove.ports import free_port, is_taken  # noqa: E402
from prove.waiting import soon  # noqa: E402

CHECK = ROOT / ".build/debug/broker-check"
ACCOUNTS = {"writer": "secret-one", "reader": "secret-two"}


class Missing(Exception):
    """A broker that is not here, with the words of what to install."""


def need(program, words):
    found = shutil.which(program) or shutil.which(program, path="/usr/sbin")
    if not found:
        raise Missing(words)
    return found


def mosquitto(folder, port, _):
    program = need("mosquitto", "apt-get install mosquitto")
    plugin = next(Path("/usr/lib").glob("*/mosquitto_dynamic_security.so"))

    def client(name, actions):
        salt = os.urandom(12)
        key = hashlib.pbkdf2_hmac("sha512", ACCOUNTS[name].encode(), salt, 101)
        acls = [{"acltype": action, "topic": "vitalbus/v1/check/#", "allow": True} for action in actions]
        entry = {
            "username": name, "password": base64.b64encode(key).decode(), "salt": base64.b64encode(salt).decode(),
            "iterations": 101, "roles": [{"rolename": name}],
        }
        return entry, {"rolename": name, "acls": acls}

    reading = ["subscribePattern", "publishClientReceive"]
    pairs = [client("writer", ["publishClientSend", *reading]), client("reader", reading)]
    closed = dict.fromkeys(("publishClientSend", "publishClientReceive", "subscribe"), False)
    security = {"defaultACLAccess": {**closed, "unsubscribe": True}, "clients": [c for c, _ in pairs]}
    security["roles"] = [role for _, role in pairs]
    (folder / "security.json").write_text(json.dumps(security))
    lines = [
        "per_listener_settings false", "allow_anonymous false", f"plugin {plugin}", "set_tcp_nodelay true",
        f"plugin_opt_config_file {folder}/security.json", "max_queued_messages 50000", "user root", f"listener {port} 127.0.0.1",
    ]
    (folder / "mosquitto.conf").write_text("\n".join(lines) + "\n")
    return [program, "-c", str(folder / "mosquitto.conf")], {}


def ejabberd(folder, port, _):
    program = need("ejabberdctl", "apt-get install ejabberd")
    (folder / "ejabberd.yml").write_text(f"""hosts: [localhost]
listen:
  - {{port: {port}, ip: "127.0.0.1", module: mod_mqtt, max_payload_size: 262144}}
auth_method: internal
acl:
  writer: {{user: writer@localhost}}
  known: {{user: [writer@localhost, reader@localhost]}}
access_rules:
  publish: {{allow: writer}}
  listen: {{allow: known}}
modules:
  mod_mqtt:
    access_publish: {{"vitalbus/v1/check/#": publish, "#": none}}
    access_subscribe: {{"vitalbus/v1/check/#": listen, "#": none}}
    max_queue: 50000
""")
    environment = {
        "EJABBERD_CONFIG_PATH": str(folder / "ejabberd.yml"), "SPOOL_DIR": str(folder / "spool"),
        "LOGS_DIR": str(folder / "log"), "ERLANG_NODE": f"check{port}@localhost", "HOME": str(folder),
    }
    for name in ("spool", "log"):
        (folder / name).mkdir()
    return [program, "foreground"], environment


def ejabberd_accounts(command, environment):
    for name, password in ACCOUNTS.items():
        words = [command[0], "register", name, "localhost", password]
        subprocess.run(words, env={**os.environ, **environment}, check=True, capture_output=True)


def rumqttd(folder, port, venv):
    python = need(str(venv / "bin/python") if venv else "python3", "python3")
    if subprocess.run([python, "-c", "import iotcore"], capture_output=True).returncode:
        raise Missing("pip install iotcore, and --venv DIR where it is in one")
    (folder / "rumqttd.toml").write_text(f"""id = 0
[router]
id = 0
max_connections = 100
max_outgoing_packet_count = 200
max_segment_size = 104857600
max_segment_count = 10
[v5.1]
name = "v5-1"
listen = "127.0.0.1:{port}"
next_connection_delay_ms = 1
[v5.1.connections]
connection_timeout_ms = 60000
max_payload_size = 262144
max_inflight_count = 100
dynamic_filters = true
[v5.1.connections.auth]
writer = "{ACCOUNTS['writer']}"
reader = "{ACCOUNTS['reader']}"
""")
    return [python, "-m", "iotcore", "--config", str(folder / "rumqttd.toml")], {}


def amqtt(folder, port, venv):
    program = need(str(venv / "bin/amqtt") if venv else "amqtt", "pip install amqtt, and --venv DIR where it is in one")
    (folder / "amqtt.yaml").write_text(f"""listeners:
  default: {{type: tcp, bind: "127.0.0.1:{port}"}}
plugins:
  amqtt.plugins.authentication.AnonymousAuthPlugin: {{allow_anonymous: true}}
""")
    return [program, "-c", str(folder / "amqtt.yaml")], {}


def nats(folder, port, _):
    program = need("nats-server", "apt-get install nats-server")
    (folder / "nats.conf").write_text(f"""listen: "127.0.0.1:{free_port()}"
server_name: check
jetstream {{store_dir: "{folder}/js"}}
mqtt {{listen: "127.0.0.1:{port}"}}
""")
    return [program, "-c", str(folder / "nats.conf")], {}


BROKERS = {"mosquitto": mosquitto, "ejabberd": ejabberd, "rumqttd": rumqttd, "amqtt": amqtt, "nats": nats}


def wait(port, child):
    if not soon(lambda: is_taken(port), goes_on=lambda: child.poll() is None):
        raise Missing(f"it ended with {child.returncode} at its start" if child.poll() is not None else "it took no connection in a minute")


def tried(name, venv):
    with tempfile.TemporaryDirectory() as place:
        folder, port = Path(place), free_port()
        command, environment = BROKERS[name](folder, port, venv)
        with open(folder / "out", "wb") as out:
            child = subprocess.Popen(command, env={**os.environ, **environment}, stdout=out, stderr=out)
        try:
            wait(port, child)
            if name == "ejabberd":
                ejabberd_accounts(command, environment)
            words = [str(CHECK), "--port", str(port)]
            for account, password in ACCOUNTS.items():
                words += [f"--{account}", account, f"--{account}-password", password]
            # Who is not taken at all fails everything else, in 20 s each.
            first = lines([*words, "--only", "VB-001"])
            return lines(words) if first and first[0]["verdict"] == "holds" else first
        finally:
            if name == "ejabberd":
                stop = [command[0], "stop"]
                subprocess.run(stop, env={**os.environ, **environment}, capture_output=True, timeout=60)
            child.terminate()
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()


def lines(words):
    run = subprocess.run(words, capture_output=True, text=True, timeout=600)
    return [json.loads(line) for line in run.stdout.splitlines()]


def table(results):
    names = list(results)
    rows = ["| number | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    numbers = sorted({line["number"] for found in results.values() for line in found})
    for number in numbers:
        cells = []
        for name in names:
            line = next((line for line in results[name] if line["number"] == number), None)
            cells.append({"holds": "yes", "fails": "**no**", "skipped": "-"}[line["verdict"]] if line else "-")
        rows.append(f"| {number} | " + " | ".join(cells) + " |")
    for name in names:
        for line in results[name]:
            if line["verdict"] != "holds":
                rows.append(f"- {name} {line['number']} {line['verdict']}: {(line['why'] or '')[:300]}")
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--venv", type=Path, help="the Python environment with iotcore and amqtt")
    parser.add_argument("brokers", nargs="*", default=[], help=", ".join(BROKERS))
    options = parser.parse_args()
    if not CHECK.exists():
        sys.exit("build it first: swift build --product broker-check -Xswiftc -warnings-as-errors")
    results, skipped = {}, {}
    for name in options.brokers or BROKERS:
        try:
            results[name] = tried(name, options.venv)
        except Missing as missing:
            skipped[name] = str(missing)
    for line in table(results):
        print(line)
    counts = {n: {v: sum(1 for x in f if x["verdict"] == v) for v in ("holds", "fails", "skipped")} for n, f in results.items()}
    print(json.dumps({"tried": counts, "skipped": skipped}))


main()
