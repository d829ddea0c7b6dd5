"""Prepares a page for a picture and saves the picture, for tools/docs/pictures."""

import base64
import time

LOOKS = ("light", "dark")


def dress(driver, look):
    """Makes pages light or dark."""
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": look}]})


def show(driver, address, width, height):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
    driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    driver.get(address)
    time.sleep(1.5)


def save(walk, driver, name):
    """Writes the picture as WebP, which is half as large as PNG."""
    shot = driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "webp", "quality": 90})
    (walk.shots / f"{name}.webp").write_bytes(base64.b64decode(shot["data"]))
    print(f"{name}.webp")
