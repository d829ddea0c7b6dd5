"""The programs in the blocks of clients/README.md: run if available, otherwise only checked as text."""

import json
import re
import shutil
import subprocess
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request

from scene import ROOT, free_port

SEAT = "seat-python"


class Blocks:
    """The fenced blocks of the page, with this hub's values in place of the page's."""

    def __init__(self, hub):
        text = (ROOT / "clients" / "README.md").read_text()
        self.exporter_port = free_port()
        for page, own in (
            ("/etc/vitalbus-ca.pem", str(hub.authority)), ("vitalbus-ca.pem", str(hub.authority)), ("8885", str(hub.tls_port)),
            ("PASSWORD", hub.house), ("bed-a", SEAT), ("9641", str(self.exporter_port)),
        ):
            text = re.sub(rf"(?<!/){re.escape(page)}" if page.startswith("vital") else re.escape(page), own, text)
        self.found = re.findall(r"```(\w+)\n(.*?)```", text, flags=re.DOTALL)

    def of(self, language):
        return [text for name, text in self.found if name == language]


def programs(check, scrape):
    heard = mosquitto_sub(check, scrape.blocks)
    values = {topic.rsplit("/", 1)[1]: json.loads(payload) for topic, payload in heard.items()}
    if not check.so("values of the seat are kept", "systolic" in values, heard):
        return
    node_red(check, scrape.blocks, heard)
    openhab(check, scrape.blocks, heard)
    telegraf(check, scrape.blocks, values)
    scrape.see(values["systolic"]["data"]["value"])


def mosquitto_sub(check, blocks):
    """The messages that the page's line receives; it listens until it is stopped."""
    line = blocks.of("sh")[0].strip() + " -W 1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=20)
    heard = dict(line.split(" ", 1) for line in done.stdout.splitlines())
    # 27: the time limit is over.
    check.so("mosquitto_sub hears the seat's values", done.returncode == 27 and len(heard) > 2, done.stdout + done.stderr)
    return heard


def at(value, path):
    """A value by a dotted path, or None if there is none."""
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def node_red(check, blocks, heard):
    nodes = {node["id"]: node for node in json.loads(blocks.of("json")[0])}
    into = next(node for node in nodes.values() if node["type"] == "mqtt in")
    broker, rule = nodes[into["broker"]], nodes[into["wires"][0][0]]["rules"][0]
    ends = [nodes[wire]["type"] for node in nodes.values() for wires in node.get("wires", []) for wire in wires]
    facts = broker["credentials"]["user"], broker["port"], nodes[broker["tls"]]["ca"]
    value = at({"payload": json.loads(heard.get(into["topic"], "{}"))}, rule["p"])
    check.so("Node-RED's flow: its wires, its broker, and the value by its path", ends == ["change", "debug"] and value is not None, (facts, value))
    check.skip("Node-RED's flow in Node-RED", "neither Debian nor PyPI has it")


def openhab(check, blocks, heard):
    text = blocks.of("java")[0]
    topic = re.search(r'stateTopic="([^"]+)"', text)[1]
    path = re.search(r'JSONPATH:\$\.([\w.]+)"', text)[1]
    value = at(json.loads(heard.get(topic, "{}")), path)
    whole = [text.count(one) == text.count(other) for one, other in ("[]", "{}")]
    check.so("openHAB's things: the value by its topic and path", value is not None and all(whole), (topic, path))
    check.skip("openHAB's things in openHAB", "neither Debian nor PyPI has it")


def telegraf(check, blocks, values):
    read = tomllib.loads(blocks.of("toml")[0])["inputs"]["mqtt_consumer"][0]
    flat = flattened(at(values["systolic"], read["json_query"]))
    tags = [key for key in read["tag_keys"] if key in flat]
    is_time = re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", flat.get(read["json_time_key"], ""))
    fields = [key for key, value in flat.items() if isinstance(value, (int, float)) and key not in tags]
    check.so("Telegraf's input: a field, its tags and its time", len(tags) == 3 and is_time and "value" in fields, flat)
    if not shutil.which("telegraf"):
        return check.skip("Telegraf's input in Telegraf", "neither Debian nor PyPI has it")
    place = check.hub.folder / "telegraf.conf"
    place.write_text(blocks.of("toml")[0] + '[[outputs.file]]\nfiles = ["stdout"]\n')
    said = check.ran("Telegraf writes line protocol", ["telegraf", "--config", place, "--once"])
    check.so("with the value", said and " value=" in said or ",value=" in said, said)


def flattened(value, before=""):
    """Members of members, with Telegraf's names."""
    found = {}
    for key, one in value.items():
        found.update(flattened(one, f"{before}{key}_") if isinstance(one, dict) else {before + key: one})
    return found


class Prometheus:
    """Prometheus and its exporter, started early, because it looks for targets only every five seconds."""

    def __init__(self, check):
        self.check, self.blocks, self.started, folder = check, Blocks(check.hub), [], check.hub.folder
        if not shutil.which("prometheus-mqtt-exporter") or not shutil.which("prometheus"):
            return
        self.port, self.log = free_port(), folder / "prometheus.log"
        (folder / "exporter.yml").write_text(self.blocks.of("yaml")[0])
        # Often enough for a check.
        (folder / "prometheus.yml").write_text("global: {scrape_interval: 1s}\n" + self.blocks.of("yaml")[1])
        check.ran("Prometheus takes the page's file", ["promtool", "check", "config", folder / "prometheus.yml"])
        runs = [
            ["bash", "-c", f"exec env {self.blocks.of('sh')[1].strip()}"],
            ["prometheus", "--config.file=prometheus.yml", "--storage.tsdb.path=tsdb", f"--web.listen-address=127.0.0.1:{self.port}"],
        ]
        with open(self.log, "w") as log:
            self.started = [subprocess.Popen(run, stdout=log, stderr=log, cwd=folder) for run in runs]

    def see(self, wanted):
        """Whether it has the value."""
        if not self.started:
            return self.check.skip("Prometheus", "it or its exporter cannot be had here")
        query = urllib.parse.quote(f'vitalbus_value{{sensor="{SEAT}/systolic"}}')
        address = f"http://127.0.0.1:{self.port}/api/v1/query?query={query}"
        if not self.check.soon("Prometheus has the value", lambda: asked(address) == wanted):
            print(self.log.read_text()[-3000:])

    def end(self):
        for one in self.started:
            one.terminate()
            one.wait(10)


def asked(address):
    """The value in Prometheus's answer, or None before there is one."""
    try:
        with urllib.request.urlopen(address, timeout=2) as answer:
            found = json.load(answer)["data"]["result"]
    except (urllib.error.URLError, OSError, ValueError):
        time.sleep(0.1)
        return None
    return float(found[0]["value"][1]) if found else None
