"""Attacks through the answers of a hostile or broken cloud."""

from prove.waiting import soon


def broken(mode, count=1, *, seat="bed-a", only="", image=None):
    """A mode with broken answers while a value is on its way; the value and its image must arrive afterwards, once."""

    def play(stage):
        poured, before = stage.api.poured, stage.api.broken
        stage.api.mode, stage.api.only = mode, only
        wrong = [stage.type(seat, image=image and image(stage))]
        if not soon(lambda: stage.api.broken >= before + count, seconds=30):
            wrong.append("no request came: the attack could not be played")
        if stage.api.poured - poured > 64 << 20:
            wrong.append(f"{(stage.api.poured - poured) >> 20} MiB of one answer were taken")
        return wrong

    return play


def never(stage, **where):
    """21.11: Retry-After of 10^12 s; a person who does not want to wait says so"""
    wrong = broken("retry-after:1000000000000", **where)(stage)
    stage.api.mode = None
    # The attempt that receives this wait may still be in progress.
    if not soon(lambda: stage.run("session", "queue", "--now") and not stage.missing(), seconds=100):
        wrong.append("nothing came although a person asked for it now")
    return wrong


def redirects(stage, kinds=("", "", ""), **where):
    """21.11: redirects to another host, with a token"""
    wrong, before = [], len(stage.api.strangers)
    targets = (f"http://127.0.0.1:{stage.api.trap_port}/take", f"https://localhost:{stage.api.trap_port}/take", "file:///etc/passwd")
    for kind, target in zip(kinds, targets):
        wrong += broken(f"redirect{kind}:{target}", **where)(stage)
        stage.api.mode = None
    if len(stage.api.strangers) > before:
        wrong.append(f"a redirect was followed: {stage.api.strangers[before][:60]!r}")
    return wrong


def described(play, words):
    play.__doc__ = words
    return play


ATTACKS = {
    "huge-id": described(broken("huge-id"), "3: a server's id of 900 KB"),
    "control-id": described(broken("control-id"), "3: a server's id with control characters"),
    "endless-header": described(broken("endless-header"), "21.11: a header without an end"),
    "endless-body": described(broken("endless-body"), "21.11: a body without an end"),
    "gzip": described(broken("bomb"), "21.11: a compressed answer of 256 MiB"),
    "nested-answer": described(broken("nested"), "21.11: JSON 200,000 levels deep"),
    "cut": described(broken("cut"), "21.11: half of an answer"),
    "not-json": described(broken("not-json"), "21.11: an answer that is not JSON"),
    "portal": described(broken("portal"), "21.8: a captive portal's page"),
    "retry-never": never,
    "retry-before": described(broken("retry-after:-1"), "21.11: Retry-After of -1 s"),
    "retry-1970": described(broken("retry-after:Thu, 01 Jan 1970 00:00:00 GMT"), "21.11: Retry-After of 1970"),
    "redirects": redirects,
}
