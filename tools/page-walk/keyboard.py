"""A person without a mouse, and one who prints."""

import base64

from scene import ADDRESS, all_of, enter, one


def keyboard(walk):
    walk.title("somebody without a mouse, and somebody who prints")
    from selenium.webdriver.common.keys import Keys

    driver = walk.browser()
    enter(walk, driver)

    def press(*keys):
        for key in keys:
            driver.switch_to.active_element.send_keys(key)

    def at(css):
        return driver.execute_script("return document.activeElement.matches(arguments[0])", css)

    def reach(css, most=60):
        for _ in range(most):
            press(Keys.TAB)
            if at(css):
                return driver.execute_script("const s = getComputedStyle(document.activeElement); return s.outlineStyle !== 'none' || s.boxShadow !== 'none'")
        return None

    press(Keys.TAB)
    walk.so("the first key leads past the menu", at("a.skip"))
    press(Keys.ENTER)
    walk.so("to what is on the page", driver.current_url.endswith("#main"))
    walk.so("a person is reached by keys, and one sees where one is", reach("#seat-bed-a h2 a"))
    press(Keys.ENTER)
    walk.soon("and opened", lambda: driver.current_url.endswith("/seats/bed-a"))
    walk.soon("the page is there", lambda: all_of(driver, "#charts canvas"))
    walk.so("a span of the charts is reached", reach("[data-span=month]"))
    press(Keys.SPACE)
    walk.soon("and chosen", lambda: one(driver, "[data-span=month]").get_attribute("aria-pressed") == "true")
    walk.so("a chart is reached, and one sees where one is", reach("figure[data-metric=systolic] .uplot"))
    press("+")
    walk.soon("a key zooms it, in words for who hears", lambda: one(driver, "#charts-shown[role=status]").text.startswith("Shown: 20"))
    period = one(driver, "#charts-shown").text
    press(Keys.ARROW_LEFT)
    walk.soon("an arrow moves it", lambda: one(driver, "#charts-shown").text not in ("", period, "The whole period is shown."))
    walk.so("which stays where one is", at("figure[data-metric=systolic] .uplot"))
    press("0")
    walk.soon("and another key shows all", lambda: one(driver, "#charts-shown").text == "The whole period is shown.")
    walk.so("a chart's table is reached", reach("figure details summary"))
    press(Keys.ENTER)
    walk.soon("and read out", lambda: all_of(driver, "figure details table td"))
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = {css: any(found.is_displayed() for found in all_of(driver, css)) for css in ("header", "footer", ".actions", ".spans", "#records table", "#charts canvas")}
    walk.so("paper has values and charts, and no buttons", [css for css, is_shown in shown.items() if is_shown] == ["#records table", "#charts canvas"], shown)
    wide = driver.execute_script("return document.documentElement.scrollWidth - innerWidth")
    walk.so("nothing stands beside the paper", wide <= 0, wide)
    page = base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"])
    walk.so("a file for paper is made", page.startswith(b"%PDF") and len(page) > 10_000, len(page))
    (walk.shots / "seat.pdf").write_bytes(page)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    driver.get(f"{ADDRESS}/held")
    walk.quiet(driver, "keyboard")
