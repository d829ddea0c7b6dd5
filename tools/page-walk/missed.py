"""What changes while a page is loading, after a request that failed, and while an older answer is on its way."""

from scene import ADDRESS, enter, one

# A stream of events that begins when the test says so, and requests that fail or come late when it says so.
SLOW = """
    const [Real, ask] = [window.EventSource, window.fetch.bind(window)];
    window.EventSource = class extends EventTarget {
        constructor(address) {
            super();
            window.connect = () => {
                const real = new Real(address);
                for (const name of ['hello', 'beat', 'seat', 'held', 'problems']) real.addEventListener(name, (event) => {
                    this.dispatchEvent(new MessageEvent(name, { data: event.data, lastEventId: event.lastEventId }));
                    window[name] = (window[name] ?? 0) + 1;
                });
            };
            if (!sessionStorage.getItem('late stream')) window.connect();
        }
    };
    window.asked = [];
    window.fetch = async (address, options) => {
        window.asked.push(String(address));
        if (window.broken) throw new TypeError('broken for a test');
        const answer = await ask(address, options);
        if (!window.late) return answer;
        const [text, { status }] = [await answer.text(), answer];
        window.arrived = true;
        await new Promise((resolve) => { window.release = resolve; });
        return new Response(text, { status });
    };
"""
BED = "#bed-bed-b .c-systolic .parts"


def missed(walk):
    walk.title("changes that a page could miss")
    driver = walk.browser()
    enter(walk, driver)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": SLOW})
    loading(walk, driver)
    crossing(walk, driver)
    failing(walk, driver)
    walk.quiet(driver, "missed")


def add(walk, high):
    walk.hub.run("record", "add", "--type", "biometrics", "--seat", "bed-b", f"blood_pressure={high}/70")


def pressure(driver, place=BED):
    return driver.execute_script("return document.querySelector(arguments[0])?.textContent ?? ''", place)


def served(driver, high):
    """Whether the server has a value that the page may not show yet."""
    script = "fetch(document.documentElement.dataset.base + '/board/rows', {headers: {Accept: 'text/x-part'}}).then((one) => one.text()).then(arguments[0])"
    return f">{high}<" in driver.execute_async_script(script)


def loading(walk, driver):
    """A value between the page and its stream of events."""
    for path, place in (("/board", BED), ("/", "#seat-bed-b .number")):
        driver.execute_script("sessionStorage.setItem('late stream', '1')")
        high = 121 if path == "/" else 122
        driver.get(ADDRESS + path)
        add(walk, high)
        walk.soon(f"{path}: the server has a value that the page does not show", lambda high=high: served(driver, high))
        walk.so("because it came after the page", f"{high}/" not in pressure(driver, place), pressure(driver, place))
        driver.execute_script("window.asked = []; window.connect()")
        walk.soon("its stream begins with it", lambda high=high, place=place: f"{high}/" in pressure(driver, place), 20)
        # Problems that changed concern all rows, which the page asks for.
        walk.so("and the page asks for nothing", not asked(driver) or driver.execute_script("return window.problems"), asked(driver))
    driver.execute_script("sessionStorage.removeItem('late stream')")


def asked(driver):
    """What the page asked for, without a seat's own tables and charts."""
    return [path for path in driver.execute_script("return window.asked") if path.startswith(("/board", "/tiles", "/counts", "/problems"))]


def crossing(walk, driver):
    """An answer with older rows comes after the event with a newer one."""
    driver.get(f"{ADDRESS}/board")
    walk.soon("the board has its stream", lambda: driver.execute_script("return window.hello ?? 0"))
    driver.execute_script("window.late = true; document.dispatchEvent(new CustomEvent('sitechange', {detail: {shown: []}}))")
    walk.soon("all rows are on their way", lambda: driver.execute_script("return window.arrived"))
    add(walk, 124)
    walk.soon("an event brings a newer one", lambda: "124/" in pressure(driver))
    driver.execute_script("window.late = false; window.release()")
    driver.execute_async_script("setTimeout(arguments[0], 500)")
    walk.so("which the older rows do not replace", "124/" in pressure(driver), pressure(driver))


def failing(walk, driver):
    """The words about a lost connection go once a request works again."""
    driver.get(f"{ADDRESS}/seats/bed-b")
    walk.soon("a seat's page has its stream", lambda: driver.execute_script("return window.hello ?? 0"))
    driver.execute_script("window.broken = true")
    add(walk, 126)
    walk.soon("the page says that a request failed", lambda: one(driver, "#live").is_displayed())
    walk.so("while the event's own value is there", "126/" in pressure(driver, ".tile .number"), pressure(driver, ".tile .number"))
    driver.execute_script("window.broken = false")
    walk.soon("the words go with the next event", lambda: not one(driver, "#live").is_displayed(), 30)
    walk.so("once the table has what was missing", "126" in one(driver, "#records tbody tr").text, one(driver, "#records tbody tr").text)
    walk.so("without another stream", driver.execute_script("return window.hello") == 1)
