import TestSupport
import Testing

@testable import ActorRuntime

struct ConfigurationTests {
    private let loader = ConfigurationLoader(TinyActor.self, actors: ["tiny-actor", "other-actor"])
    private let directory: TemporaryFolder

    init() throws {
        directory = try TemporaryFolder()
    }

    private func load(
        _ file: String? = nil,
        flags: [String: String] = [:],
        environment: [String: String] = [:]
    ) throws -> ActorConfiguration {
        var all = file.map { _ in [:] } ?? ["site": "home", "hub": "room-1"]
        all.merge(flags) { $1 }
        return try loader.load(
            ConfigurationSources(
                flags: all.map { ($0.key, $0.value, "--set \($0.key)") },
                environment: environment,
                path: try file.map { try directory.write("hub.yaml", text: $0) }
            )
        )
    }

    private func message(_ file: String) throws -> String {
        let error = #expect(throws: RuntimeError.self) { _ = try load("site: home\nhub: room-1\n" + file) }
        #expect(error?.code == .configuration)
        #expect(error?.exitCode == 78)
        return error?.message ?? ""
    }

    @Test func takesDefaults() throws {
        let configuration = try load()
        #expect(try configuration.duration("poll.interval") == .seconds(5))
        #expect(try configuration.int("bus.port") == 8883)
        #expect(try configuration.list("peripherals") == [])
        #expect(try configuration.stringIfSet("token-file") == nil)
        #expect(configuration.origin("bus.port") == "default")
    }

    @Test func prefersFlagsThenEnvironmentThenFileAndTheActorsOwn() throws {
        let file = """
            site: home
            hub: room-1
            log:
              level: error
            tiny-actor:
              log.level: warning
              poll: {size: 4}
            """
        #expect(try load(file).string("log.level") == "warning")
        #expect(try load(file).int("poll.size") == 4)
        #expect(try load(file).origin("poll.size")?.hasSuffix("hub.yaml:7") == true)
        let common = ["VITALBUS_LOG_LEVEL": "notice"]
        #expect(try load(file, environment: common).string("log.level") == "notice")
        let own = common.merging(["VITALBUS_TINY_ACTOR_LOG_LEVEL": "debug"]) { $1 }
        #expect(try load(file, environment: own).string("log.level") == "debug")
        #expect(try load(file, flags: ["log.level": "trace"], environment: own).string("log.level") == "trace")
        #expect(try load(file, environment: ["VITALBUS_TINY_ACTOR_POLL_SIZE": "9"]).int("poll.size") == 9)
    }

    @Test func aNamedFileComesBeforeTheMachinesAndNoneRulesItOut() {
        let machines = "/etc/vitalbus/vitalbus.yaml"
        #expect(ConfigurationSources.path(named: nil) { $0 == machines } == machines)
        #expect(ConfigurationSources.path(named: nil) { _ in false } == nil)
        #expect(ConfigurationSources.path(named: "/srv/hub.yaml") { _ in true } == "/srv/hub.yaml")
        #expect(ConfigurationSources.path(named: "none") { _ in true } == nil)
    }

    @Test func readsEveryKind() throws {
        let secret = try directory.write("token", text: "hush\n")
        let configuration = try load(
            """
            site: home
            hub: room-1
            tiny-actor:
              poll.interval: 1min
              greedy: true
              peripherals: [a, 'b c']
              token-file: \(secret)
            """
        )
        #expect(try configuration.duration("poll.interval") == .seconds(60))
        #expect(try configuration.bool("greedy"))
        #expect(try configuration.list("peripherals") == ["a", "b c"])
        #expect(try configuration.stringIfSet("token-file") == secret)
        #expect(try load(flags: ["peripherals": "a, b"]).list("peripherals") == ["a", "b"])
    }

    @Test(arguments: [
        ("bus:\n  sokcet: /x", "hub.yaml:4: unknown key 'bus.sokcet'; did you mean 'bus.socket'?"),
        ("tiny-actr:\n  limit: 1", "hub.yaml:4: unknown section 'tiny-actr'; did you mean 'tiny-actor'?"),
        ("tiny-actor:\n  pol.size: 1", "hub.yaml:4: unknown key 'pol.size' of tiny-actor; did you mean 'poll.size'?"),
        ("poll.size: 3", "hub.yaml:3: 'poll.size' belongs in the section 'tiny-actor:'"),
        ("bus.port: many", "hub.yaml:3: bus.port must be a whole number from 1 to 65535"),
        ("bus.port: 70000", "hub.yaml:3: bus.port must be a whole number from 1 to 65535"),
        ("bus.port: [1, 2]", "hub.yaml:3: bus.port is a list, but must be a whole number"),
        ("instance: Room 1", "hub.yaml:3: instance must be an id"),
        ("log.level: loud", "hub.yaml:3: log.level must be one of trace, debug"),
        ("tiny-actor:\n  poll.interval: 5", "hub.yaml:4: poll.interval must be a duration with unit"),
        ("tiny-actor:\n  poll.interval: 2min", "from 1s to 1min"),
        ("tiny-actor:\n  greedy: yes", "hub.yaml:4: greedy must be true or false"),
        ("bus.port: 1\nbus: {port: 2}", "hub.yaml:4: the key 'bus.port' occurs twice"),
        ("site: twice", "hub.yaml: the key 'site' occurs twice"),
        ("tiny-actor: 7", "hub.yaml:3: the section 'tiny-actor' must hold"),
        ("bus: [", "the YAML is wrong"),
        ("- a", "YAML"),
    ])
    func namesWhatIsWrongAndWhere(file: String, expected: String) throws {
        #expect(try message(file).contains(expected))
    }

    @Test func passesOverSectionsAndVariablesOfOtherActors() throws {
        let file = "site: home\nhub: room-1\nother-actor:\n  anything: 3\ntiny-actor:\n"
        #expect(try load(file, environment: ["VITALBUS_OTHER_ACTOR_X": "1", "HOME": "/"]).int("poll.size") == 3)
    }

    @Test(arguments: [
        ("VITALBUS_BUS_SOKCET", "did you mean 'VITALBUS_BUS_SOCKET'?"), ("VITALBUS_QQQQQQQQQQ", "unknown environment"),
        ("VITALBUS_POLL_SIZE", "unknown environment variable VITALBUS_POLL_SIZE"),
    ])
    func refusesUnknownVariables(name: String, expected: String) {
        let error = #expect(throws: RuntimeError.self) { _ = try load(environment: [name: "1"]) }
        #expect(error?.message.contains(expected) == true)
    }

    @Test func namesTheVariableOrTheFlagThatIsWrong() {
        let variable = #expect(throws: RuntimeError.self) { _ = try load(environment: ["VITALBUS_BUS_PORT": "x"]) }
        #expect(variable?.message.hasPrefix("environment variable VITALBUS_BUS_PORT: bus.port must be") == true)
        let flag = #expect(throws: RuntimeError.self) { _ = try load(flags: ["bus.port": "x"]) }
        #expect(flag?.message.hasPrefix("--set bus.port: bus.port must be") == true)
        let unknown = #expect(throws: RuntimeError.self) { _ = try load(flags: ["bus.prt": "x"]) }
        #expect(unknown?.message.contains("did you mean 'bus.port'?") == true)
    }

    @Test func saysWhatIsMissing() {
        let error = #expect(throws: RuntimeError.self) { _ = try loader.load(ConfigurationSources()) }
        #expect(error?.message.contains("site has no value") == true)
        #expect(error?.message.contains("VITALBUS_SITE") == true)
        let file = #expect(throws: RuntimeError.self) {
            _ = try loader.load(ConfigurationSources(path: "/nonexistent/hub.yaml"))
        }
        #expect(file?.message.contains("/nonexistent/hub.yaml cannot be read") == true)
    }

    @Test func readsItsOwnExample() throws {
        let example = ConfigurationText(loader).example
        #expect(try load(example).string("site") == "example-1")
        let all = example.split(separator: "\n").map { line in
            guard let hash = line.firstIndex(of: "#"), line.contains(": "), !line.contains("Kind: "),
                !line.contains("VitalBus:")
            else { return String(line) }
            return String(line[..<hash] + line[line.index(hash, offsetBy: 2)...])
        }.joined(separator: "\n")
        #expect(try load(all).origin("poll.size")?.contains("hub.yaml:") == true)
    }

    @Test func listsEveryKeyOnce() throws {
        let listing = ConfigurationText(loader).listing
        for key in ConfigurationKey.common { #expect(listing.contains("  \(key.name) (\(key.variable))\n")) }
        #expect(listing.contains("poll.size (VITALBUS_TINY_ACTOR_POLL_SIZE)"))
        let report = ConfigurationText(loader).report(try load(flags: ["poll.size": "2"]))
        #expect(report.contains("poll.size = 2 (--set poll.size)"))
        #expect(report.contains("poll.interval = 5s (default)"))
    }
}
