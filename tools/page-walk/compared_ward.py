"""Kept screenshots of a ward's board, of a person's page with charts, and of the form of a round."""

import json
import time

from compared import comparable, emulate, one, plain
from scene import ADDRESS, all_of

# Finer and stricter than the components: a ward has many small letters, and few of them have a colour.
SCALE, MOST = 1 / 4, (0.5, 4)
# Pages with the element that says that all of them is drawn, and their widths and schemes.
PAGES = (
    ("board", "/board", "#board.dense .bed:nth-child(40)", ((1280, "light"), (1280, "dark"), (390, "light"), (390, "dark"))),
    ("seat", "/seats/bed-23", "#charts figure[data-metric=pulse] canvas", ((1024, "light"), (1024, "dark"), (390, "light"), (390, "dark"), (800, "print"))),
    ("round", "/seats/bed-23/add", "form.round", ((800, "light"), (800, "dark"), (390, "light"))),
)
# Each time of the page's data is a bar of one size, and what depends on the walk's own day is not drawn. Letters stand upright:
# where a machine has no oblique ones, the browser slants upright ones, and they look different.
STEADY = """
html { scrollbar-width: none; }
*, ::before, ::after { font-style: normal !important; animation: none !important; transition: none !important; caret-color: transparent !important; }
time, [data-age], .need-line > .last, .need-line > .since { display: inline-block; overflow: hidden; vertical-align: baseline;
  width: 2.5em; height: .7em; line-height: 3; text-indent: 9em; white-space: nowrap; background: currentColor; }
#usual + .note, .board-head .note { height: 1lh; overflow: hidden; color: transparent; }
.count, .problems, #live { display: none !important; }
"""
# Whether each chart has the width of its figure.
FITS = "return [...document.querySelectorAll('.uplot')].every((one) => one.clientWidth === one.parentElement.clientWidth - 20)"
PAINTED = "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"
# The charts' data: two days with a gap, and values beyond their limits.
END, STEP = 1_772_323_200, 7200
TIMES = [END - 6 * 86_400 + STEP * place for place in (*range(14), *range(50, 68))]


def chart(metric, name, unit, lines, limits):  # noqa: PLR0917
    """One chart of the page's series."""
    return {"metric": metric, "name": name, "unit": unit, "group": "vitals", "groupName": "Vitals", "labels": [name, "Diastolic"][:len(lines)],
            "times": TIMES, "lines": lines, "marks": [None] * len(TIMES), "limits": limits}


def series():
    """The answer of a seat's `/series`, with fixed times."""
    wave = [(place * 7) % 13 for place in range(len(TIMES))]
    charts = [
        chart("systolic", "Systolic", "mmHg", [[104 + 3 * one_of for one_of in wave], [66 + 2 * one_of for one_of in wave]], [{"lowest": 111, "highest": 219}, None]),
        chart("pulse", "Pulse", "/min", [[58 + 5 * one_of for one_of in wave]], [{"lowest": 51, "highest": 90}]),
    ]
    return {"charts": charts, "from": END - 7 * 86_400, "to": END, "isWhole": True, "words": "Days with values: 4 of 8. Records: 32."}


def compared_ward(walk, driver, keep=False):
    """Compares the pages while their values are new: the walk's values become old in a minute and a half."""
    if not comparable(walk, driver, keep):
        return
    if time.localtime().tm_gmtoff and not keep:
        walk.skip("kept screenshots of a ward", "the charts' times are of this machine's zone, those of the kept ones of UTC")
        return
    script = f"""
        const sheet = new CSSStyleSheet();
        sheet.replaceSync({json.dumps(STEADY)});
        document.adoptedStyleSheets = [sheet];
        const ask = window.fetch;
        window.fetch = (address, ...more) => String(address).includes("/series") ? Promise.resolve(new Response({json.dumps(json.dumps(series()))})) : ask(address, ...more);"""
    added = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})["identifier"]
    walk.soon("the cloud has what the compared page shows", lambda: driver.get(f"{ADDRESS}/seats/bed-23") or states(driver) == {"at the server"})
    for page, path, drawn, looks in PAGES:
        for width, scheme in looks:
            # The charts' colours are those of the scheme in which they were drawn; paper takes them from the screen.
            emulate(driver, width, "light" if scheme == "print" else scheme)
            driver.get(ADDRESS + path)
            walk.soon(f"{page} is drawn at {width} px", lambda css=drawn: all_of(driver, css) and driver.execute_script(FITS))
            emulate(driver, width, scheme)
            driver.execute_async_script(PAINTED)
            one(walk, driver, f"{page}-{width}-{scheme}", keep, scale=SCALE, most=MOST)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": added})
    plain(driver)


def states(driver):
    """The words about the records of a person's page."""
    return {one_of.text for one_of in all_of(driver, "#records .state")}
