import MessageBus
import Testing

/// MQTT 5 §4.7; the rows with `sport` are from the specification.
@Suite struct TopicFilterTests {
    @Test(arguments: [
        ("sport/tennis/player1/#", "sport/tennis/player1", true),
        ("sport/tennis/player1/#", "sport/tennis/player1/ranking", true),
        ("sport/tennis/player1/#", "sport/tennis/player1/score/wimbledon", true),
        ("sport/#", "sport", true),
        ("#", "sport/tennis", true),
        ("sport/tennis/+", "sport/tennis/player1", true),
        ("sport/tennis/+", "sport/tennis/player1/ranking", false),
        ("sport/+", "sport", false),
        ("sport/+", "sport/", true),
        ("+/+", "/finance", true),
        ("/+", "/finance", true),
        ("+", "/finance", false),
        ("#", "$SYS/broker", false),
        ("+/monitor/Clients", "$SYS/monitor/Clients", false),
        ("$SYS/#", "$SYS/monitor", true),
        ("$SYS/monitor/+", "$SYS/monitor/Clients", true),
        ("a/b", "a/b", true),
        ("a/b", "A/b", false),
        ("a/b", "a/b/c", false),
        ("a/b/c", "a/b", false),
        ("a//b", "a//b", true),
        ("a/+/b", "a//b", true),
        ("+/+/+", "a/b", false),
        ("vitalbus/v1/+/+/reply/+", "vitalbus/v1/s1/h1/reply/caller-1", true),
        ("vitalbus/v1/+/+/reply/+", "vitalbus/v1/s1/h1/event/x", false),
    ])
    func matches(_ filter: String, _ topic: String, _ expected: Bool) throws {
        #expect(try TopicFilter(filter).matches(topic) == expected)
    }

    /// Compares the compiled filter with the level-by-level rules that check rights.
    @Test func randomFiltersMatchAsRightsDo() throws {
        var random = SystemRandomNumberGenerator()
        func levels(_ words: [String]) -> String {
            (0..<Int.random(in: 1...4, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined(separator: "/")
        }
        for _ in 0..<20_000 {
            var text = levels(["a", "b", "ab", "", "+", "+", "$a", "ü"])
            if Bool.random(using: &random) { text += "/#" }
            let topic = levels(["a", "b", "ab", "", "$a", "ü"])
            guard let filter = try? TopicFilter(text) else { continue }
            let expected = AccessRule(.publish, pattern: text).allows(.publish, topicOrFilter: topic)
            if filter.matches(topic) != expected { Issue.record("\(text) and \(topic)") }
        }
    }

    @Test(arguments: ["", "a/#/b", "a#", "#a", "a/b#", "a+", "+a/b", "a/+b/c", "$share/group/a", "$share"])
    func refuses(_ filter: String) async {
        #expect(await busErrorCode { _ = try TopicFilter(filter) } == "invalidTopic")
    }

    @Test(arguments: [
        ("a/b", "a/b", true), ("a/b", "a/+", false), ("a/b", "a/#", false), ("a/+", "a/b", true), ("a/+", "a/+", true),
        ("a/+/c", "a/b/c", true), ("a/+/c", "a/#", false), ("a/#", "a/b/c", true), ("a/#", "a/#", true),
        ("a/+", "b/+", false), ("a/+/c", "a/+/+", false),
        ("#", "a/#", true), ("#", "#", true), ("#", "+", true), ("a/#", "a", true), ("a/#", "a/+/b/#", true),
        ("+", "#", false),
        ("a/+/#", "a/#", false), ("a/b/#", "a/#", false), ("a/b", "+/b", false), ("#", "$SYS/#", false),
        ("a/+/+", "a/b/#", false),
    ])
    func aRightCoversAFilter(_ pattern: String, _ filter: String, _ expected: Bool) {
        #expect(AccessRule(.subscribe, pattern: pattern).allows(.subscribe, topicOrFilter: filter) == expected)
        #expect(!AccessRule(.publish, pattern: pattern).allows(.subscribe, topicOrFilter: filter))
    }

    /// `a/#` covers more than `a/+`: `a` itself and everything below.
    @Test func aRightToOneLevelDoesNotCoverAllLevels() {
        #expect(!AccessRule(.subscribe, pattern: "a/+").allows(.subscribe, topicOrFilter: "a/#"))
    }

    @Test(arguments: ["", "a/b", "Room", "a_b", "ä", "a b", "+", "#", String(repeating: "a", count: 65)])
    func noID(_ level: String) async {
        #expect(await busErrorCode { try BusAddress.check(level, as: "hub") } == "invalidTopic")
    }

    @Test func addressesNameTopicsAndPrincipals() throws {
        let address = try BusAddress(site: "s1", hub: "room-1", actor: "device-reader", instance: "2")
        #expect(address.topic("event/x") == "vitalbus/v1/s1/room-1/event/x")
        #expect(address.topic("event/x", hub: "site") == "vitalbus/v1/s1/site/event/x")
        #expect(address.client == "device-reader-2")
        #expect(address.principal == "room-1.device-reader.2")
        #expect(address.source == "/s1/room-1/device-reader/2")
    }
}
