"""A page whose server is killed, and its broker."""

import os
import signal

from scene import all_of, enter, enter_soon, one


def broken(walk):
    walk.title("a page whose server is killed")
    hub, driver = walk.hub, walk.browser()
    enter(walk, driver)
    os.kill(hub.pid("page"), signal.SIGKILL)
    walk.soon("says that it is cut off", lambda: one(driver, "#live").is_displayed() and "lost" in one(driver, "#live").text)
    walk.shot(driver, "lost")
    walk.soon("and is back by itself, without another log-in", lambda: not one(driver, "#live").is_displayed() and all_of(driver, ".tile"))
    enter_soon(walk, driver)
    os.kill(hub.pid("broker"), signal.SIGKILL)
    hub.wait("a hub that is back", lambda: hub.run("record", "add", "--type", "biometrics", "--seat", "bed-b", "blood_pressure=119/77"))
    walk.soon("a reading after the broker was killed is shown", lambda: "119/77" in one(driver, "#seat-bed-b").text)
