import ActorRuntime
import Testing

@Suite("settings") struct SettingTests {
    private typealias Keys = TinyActor.Keys

    private func load(_ flags: [String: String] = [:]) throws -> ActorConfiguration {
        let all = ["site": "home", "hub": "room-1"].merging(flags) { $1 }
        return try ConfigurationLoader(TinyActor.self, actors: []).load(
            ConfigurationSources(flags: all.map { ($0.key, $0.value, "--set \($0.key)") })
        )
    }

    @Test("a setting is read with the type that it declares")
    func types() throws {
        let configuration = try load([
            "poll.interval": "1min", "greedy": "true", "peripherals": "a, b", "mode": "fast",
            "limit": "7",
        ])
        #expect(try configuration[\Keys.interval] == .seconds(60))
        #expect(try configuration[\Keys.greedy])
        #expect(try configuration[\Keys.peripherals] == ["a", "b"])
        #expect(try configuration[\Keys.mode] == .fast)
        #expect(try configuration[\Keys.limit] == 7)
    }

    @Test("an unset setting has its default, or nil without one")
    func defaults() throws {
        let configuration = try load()
        #expect(try configuration[\Keys.interval] == .seconds(5))
        #expect(try configuration[\Keys.size] == 3)
        #expect(try configuration[\Keys.greedy] == false)
        #expect(try configuration[\Keys.peripherals].isEmpty)
        #expect(try configuration[\Keys.mode] == .slow)
        #expect(try configuration[\Keys.limit] == nil)
        #expect(try configuration[\Keys.token] == nil)
        #expect(try configuration[\Keys.fail] == nil)
    }

    @Test("the default is written as a person would write it")
    func texts() {
        #expect(Keys().interval.key.defaultText == "5s")
        #expect(Keys().size.key.defaultText == "3")
        #expect(Keys().greedy.key.defaultText == "false")
        #expect(Keys().mode.key.defaultText == "slow")
        #expect(Keys().limit.key.defaultText == nil)
    }

    @Test("a choice lists its cases")
    func choices() {
        let error = #expect(throws: RuntimeError.self) { try load(["mode": "wild"]) }
        #expect(error?.message.contains("mode must be one of slow, fast") == true)
    }

    @Test("a setting that the table does not list has no value")
    func unlisted() throws {
        let other = Setting.int("poll.other", in: 1...2, default: 1, doc: "Listed nowhere.")
        let configuration = try load()
        #expect(throws: RuntimeError.self) { try configuration[other] }
    }
}
