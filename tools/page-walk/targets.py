"""Everything that a finger aims at is large enough: 48 px, with gloves."""

from scene import ADDRESS

LEAST = 48
PAGES = ("/", "/held", "/seats/bed-a", "/seats/bed-a/add", "/measure", "/snap", "/import", "/admin", "/admin/devices",
         "/admin/sessions", "/admin/limits", "/admin/units", "/admin/accounts", "/admin/kiosks", "/admin/logs")

# The link over the menu appears only for the keyboard; a check box and its words are one target.
SMALL = """return [...document.querySelectorAll('a:not(.skip), button, summary, select, input:not([type=hidden])')]
  .filter((one) => one.offsetParent && !one.closest('details:not([open]) > :not(summary)'))
  .map((one) => [(one.textContent || one.name).trim().slice(0, 30), Math.max(one.getBoundingClientRect().height, one.closest('label')?.getBoundingClientRect().height ?? 0)])
  .filter(([, high]) => high < arguments[0] - 0.1)"""


def targets(walk, driver):
    walk.title("a nurse with gloves")
    for path in PAGES:
        driver.get(ADDRESS + path)
        small = driver.execute_script(SMALL, LEAST)
        walk.so(f"{path}: all actions are {LEAST} px high", not small, small[:6])
