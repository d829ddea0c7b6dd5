"""All scenarios: the module or the Swift program that plays each, and a line of description."""

from dataclasses import dataclass


@dataclass
class Scenario:
    """`module` has `add_options(parser)` and `play(options)`, which returns success; `program` is a command line."""

    summary: str
    module: str = ""
    program: tuple[str, ...] = ()


SCENARIOS = {
    "strikes": Scenario("whole hubs: kills, torn files, older stores, clocks, a cloud that fails", "prove.scenarios.strikes.play"),
    "fhir": Scenario("a hub that delivers to the cloud and to FHIR servers, struck, and counted at both", "prove.scenarios.fhir.play"),
    "power-cut": Scenario("what a disk may hold after a power cut at each step, started again", "prove.scenarios.power_cut.play"),
    "attack": Scenario("what hostile devices, members, servers, files and users may do, and floods", "prove.scenarios.attack.play"),
    "walk": Scenario("people's commands, and whether their answers are true", "prove.scenarios.walk.play"),
    "torture": Scenario("processes of two hubs, counted by a trigger inside the outbox (Swift)", program=(".build/debug/vitalbus-torture",)),
    "simulate": Scenario("a site's real server with a thousand hubs (Swift)", program=("tools/dev", "simulate")),
}
