"""Runs inside Home Assistant's Python: one with only MQTT, or also its frontend, controlled by lines of JSON.

    python house.py FOLDER [--frontend]

Each line of the input is `{"do": …}`; each answer is one line, and the first line has the port. The folder keeps Home
Assistant's storage between starts. With `--frontend`, the file `dashboard.yaml` of the folder is the dashboard
`/vital-bus`.
"""

import asyncio
import json
import logging
import socket
import sys
import traceback
from pathlib import Path

FOLDER = Path(sys.argv[1])
CONFIGURATION = """
homeassistant:
  name: Check
  latitude: 50
  longitude: 10
  elevation: 100
  time_zone: Europe/Berlin
  country: DE
http:
  server_host: 127.0.0.1
  server_port: PORT
"""
FRONTEND = """
frontend:
history:
lovelace:
  dashboards:
    vital-bus:
      mode: yaml
      title: VitalBus
      icon: mdi:heart-pulse
      show_in_sidebar: true
      filename: dashboard.yaml
"""


class Heard(logging.Handler):
    """The logged warnings and errors."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.lines = []

    def emit(self, record):
        self.lines.append(f"{record.levelname} {record.name}: {record.getMessage()[:500]}")


async def start():
    from homeassistant import bootstrap, runner

    # Only the parts that MQTT needs: no frontend, no cloud.
    for names in (bootstrap.DEFAULT_INTEGRATIONS, bootstrap.CRITICAL_INTEGRATIONS):
        names.clear()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    more = FRONTEND if "--frontend" in sys.argv else ""
    (FOLDER / "configuration.yaml").write_text(CONFIGURATION.replace("PORT", str(port)) + more)
    hass = await bootstrap.async_setup_hass(
        runner.RuntimeConfig(config_dir=str(FOLDER), skip_pip=True, log_no_color=True, log_file=str(FOLDER / "home-assistant.log"))
    )
    await hass.async_start()
    return hass, port


async def upload(hass, text):
    """Uploads a file as a browser does; returns its id for a form."""
    from homeassistant.components import file_upload
    from homeassistant.util.ulid import ulid_hex

    if file_upload.DOMAIN not in hass.data:
        hass.data[file_upload.DOMAIN] = await file_upload.FileUploadData.create(hass)
    files, name = hass.data[file_upload.DOMAIN], ulid_hex()
    files.files[name] = "authority.pem"
    files.file_dir(name).mkdir()
    files.file_path(name).write_text(text)
    return name


async def add(hass, broker):
    """Adds MQTT as a person does, form by form; an authority through the form for certificates, if there is one."""
    result = await hass.config_entries.flow.async_init("mqtt", context={"source": "user"})
    for _ in range(5):
        if result["type"] != "form":
            break
        if result.get("errors"):
            return {"type": "form", "errors": result["errors"]}
        fields = {str(key): value for key, value in result["data_schema"].schema.items()}
        given = {name: value for name, value in broker.items() if name in fields}
        # Collapsed fields keep their defaults, because a person's browser sends the fields that it shows.
        shown = {"set_client_cert": False, "set_ca_cert": "off", "transport": "tcp"}
        if "authority" in broker:
            shown.update(set_ca_cert="custom", certificate=await upload(hass, broker["authority"]))
        for name, value in fields.items():
            if type(value).__name__ == "section":
                given[name] = {key: word for key, word in shown.items() if key in {str(one) for one in value.schema.schema}}
        result = await hass.config_entries.flow.async_configure(result["flow_id"], given)
    return {"type": str(result["type"]), "reason": result.get("reason")}


def look(hass):
    """All entities of MQTT with their states, and all devices, each with its parent or its gateway."""
    from homeassistant.helpers import device_registry, entity_registry

    (added,) = hass.config_entries.async_entries("mqtt")
    devices = device_registry.async_entries_for_config_entry(device_registry.async_get(hass), added.entry_id)
    # From 2026.9 on.
    parts = getattr(device_registry, "async_child_entries_for_config_entry", lambda *_: [])(device_registry.async_get(hass), added.entry_id)
    names = {device.id: device.name for device in [*devices, *parts]}
    entities = []
    for entry in entity_registry.async_entries_for_config_entry(entity_registry.async_get(hass), added.entry_id):
        state = hass.states.get(entry.entity_id)
        entities.append({
            "entity": entry.entity_id, "id": entry.unique_id, "device": names.get(entry.device_id),
            "state": state and state.state, "attributes": json.loads(json.dumps(dict(state.attributes), default=str)) if state else {},
        })
    via = {device.name: names.get(device.via_device_id) for device in devices}
    return {"entities": entities, "devices": {**via, **{part.name: names.get(part.parent_device_id) for part in parts}},
            "parts": [part.name for part in parts]}


async def units(hass, system):
    await hass.config.async_update(unit_system=system)
    # Entities take the house's units when they are created.
    for entry in hass.config_entries.async_entries("mqtt"):
        await hass.config_entries.async_reload(entry.entry_id)
    await hass.async_block_till_done()
    return {}


async def serve(hass, heard):
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        try:
            if asked["do"] == "add":
                answer = await add(hass, asked["broker"])
            elif asked["do"] == "look":
                answer = look(hass)
            elif asked["do"] == "units":
                answer = await units(hass, asked["system"])
            elif asked["do"] == "call":
                await hass.services.async_call(asked["domain"], asked["service"], asked["data"], blocking=True)
                answer = {}
            elif asked["do"] == "warnings":
                answer = {"lines": heard.lines}
            elif asked["do"] == "stop":
                print("{}", flush=True)
                return await hass.async_stop()
        except Exception as error:  # noqa: BLE001
            answer = {"error": f"{type(error).__name__}: {error} {traceback.format_exc()[-800:]}"}
        print(json.dumps(answer, default=str), flush=True)


async def main():
    heard = Heard()
    logging.getLogger().addHandler(heard)
    hass, port = await start()
    print(json.dumps({"port": port}), flush=True)
    await serve(hass, heard)


asyncio.run(main())
