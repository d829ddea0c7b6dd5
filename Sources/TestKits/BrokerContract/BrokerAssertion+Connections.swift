internal import BusEndpoints
internal import Foundation
internal import MQTTBus
internal import MessageBus
internal import Processes

extension BrokerAssertion {
    /// The assertions about connections.
    static let connections: [BrokerAssertion] = [
        BrokerAssertion(
            "VB-020",
            words: "The last will of a client that vanishes without a word is published and retained."
        ) {
            bench in
            let topic = bench.topic("availability")
            return try await bench.connected(as: bench.reader) { reader in
                let subscription = try await reader.subscribe(to: [TopicFilter(topic)], capacity: 16)
                guard let client = try await bench.vanishingClient(will: topic) else {
                    return .skipped("mosquitto_sub is not here: apt-get install mosquitto-clients")
                }
                await client.kill()
                guard await BrokerBench.read(1, of: subscription).first?.payload == Array("gone".utf8) else {
                    return .fails("it was not published")
                }
                let later = await BrokerBench.rest(
                    of: try await reader.subscribe(to: [TopicFilter(topic)], capacity: 4)
                )
                return later.first?.retain == true ? .holds : .fails("it was not retained")
            }
        },
        BrokerAssertion("VB-021", words: "The last will of a client that leaves in order is not published.") { bench in
            let topic = bench.topic("availability")
            return try await bench.connected(as: bench.reader) { reader in
                let subscription = try await reader.subscribe(to: [TopicFilter(topic)], capacity: 16)
                try await bench.connected(will: BusMessage(topic: topic, payload: [1], retain: true)) { _ in }
                return await BrokerBench.rest(of: subscription).isEmpty ? .holds : .fails("it was published")
            }
        },
        BrokerAssertion(
            "VB-022",
            words: "A client that returns under its id with session expiry 0 gets nothing of what was sent meanwhile."
        ) { bench in
            let (topic, id) = (bench.topic(), "check-\(UUID().uuidString)")
            try await bench.connected(clientID: id) { bus in
                _ = try await bus.subscribe(to: [TopicFilter(topic)], capacity: 4)
            }
            return try await bench.connected { writer in
                _ = try? await writer.publish(BusMessage(topic: topic, payload: [1]))
                return try await bench.connected(clientID: id) { bus in
                    let subscription = try await bus.subscribe(to: [TopicFilter(topic)], capacity: 4)
                    return await BrokerBench.rest(of: subscription).isEmpty ? .holds : .fails("it was kept")
                }
            }
        },
        BrokerAssertion("VB-023", words: "A second connection with a client id ends the first.") { bench in
            let id = "check-\(UUID().uuidString)"
            return try await bench.connected(clientID: id) { first in
                // Watched before the second connection begins, while the first one is connected.
                let states = first.connectionStates()
                let ended = Task {
                    for await state in states where state != .connected { return true }
                    return false
                }
                try await bench.connected(clientID: id) { _ in }
                return await ended.value ? .holds : .fails("both stayed")
            }
        },
    ]

    /// The assertions about accounts' rights.
    static let rights: [BrokerAssertion] = [
        BrokerAssertion("VB-030", words: "A wrong password is refused, with a reason in the answer.") { bench in
            let stranger = BrokerBench.Account(bench.writer.name, password: "wrong")
            do {
                try await bench.connected(as: stranger) { _ in }
                return .fails("it is taken")
            } catch let error as BusError {
                let says = ["not authori", "bad user name"].contains { error.message.lowercased().contains($0) }
                return says ? .holds : .fails("refused without a reason: \(error.message)")
            }
        },
        BrokerAssertion(
            "VB-031",
            words: "A message without the right to it is refused with reason 135, and the connection stays."
        ) {
            bench in
            try await bench.connected(as: bench.reader) { bus in
                let verdict = await refusal {
                    _ = try await bus.publish(BusMessage(topic: bench.topic(), payload: [1]))
                }
                guard verdict == .holds else { return verdict }
                _ = try await bus.subscribe(to: [TopicFilter(bench.topic())], capacity: 1)
                return .holds
            }
        },
        BrokerAssertion(
            "VB-032",
            words: "A subscription without the right to it is refused with reason 135, and the connection stays."
        ) {
            bench in
            try await bench.connected { bus in
                let verdict = await refusal {
                    _ = try await bus.subscribe(to: [TopicFilter("vitalbus/v1/other/event")], capacity: 1)
                }
                guard verdict == .holds else { return verdict }
                _ = try await bus.publish(BusMessage(topic: bench.topic(), payload: [1]))
                return .holds
            }
        },
        BrokerAssertion("VB-033", words: "A subscription to more than the rights cover, as '#', is refused.") { bench in
            try await bench.connected { bus in
                for filter in ["#", "vitalbus/v1/+/event", "$SYS/#"] {
                    let verdict = await refusal { _ = try await bus.subscribe(to: [TopicFilter(filter)], capacity: 1) }
                    guard verdict == .holds else { return .fails("'\(filter)' is taken") }
                }
                return .holds
            }
        },
        BrokerAssertion("VB-034", words: "A shared subscription without the right to its filter is refused.") { bench in
            guard let exit = try await bench.sharedSubscription(to: "vitalbus/v1/other/event") else {
                return .skipped("mosquitto_sub is not here: apt-get install mosquitto-clients")
            }
            return exit != .code(0) ? .holds : .fails("it is taken, and would swallow others' messages")
        },
    ]

    private static func refusal(_ body: () async throws -> Void) async -> Verdict {
        do {
            try await body()
            return .fails("it is taken")
        } catch let error as BusError {
            return error.code == .notAuthorized ? .holds : .fails("refused without that reason: \(error)")
        } catch {
            return .fails("\(error)")
        }
    }
}

extension BrokerBench {
    /// The arguments of Mosquitto's clients for this broker.
    private var arguments: [String] {
        var words = ["-V", "5", "-q", "1", "-u", writer.name, "-P", String(decoding: writer.password, as: UTF8.self)]
        switch endpoint {
        case .unixSocket(let path): words += ["--unix", path]
        case .tcp(let host, let port): words += ["-h", host, "-p", "\(port)"]
        case .anyOf(let hosts, let port): words += ["-h", hosts.first ?? "", "-p", "\(port)"]
        }
        if let tls { words += ["--cafile", tls.authority] }
        return words
    }

    private static var client: String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/mosquitto_sub" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A client with a last will, to be killed; nil if no such client is installed.
    fileprivate func vanishingClient(will topic: String) async throws -> ChildProcess? {
        guard let client = Self.client else { return nil }
        let will = ["--will-topic", topic, "--will-payload", "gone", "--will-qos", "1", "--will-retain"]
        let child = try await ChildProcess.start(
            ChildCommand(
                "stdbuf",
                arguments: ["-oL", client, "-d", "-t", self.topic()] + arguments + will,
                output: .lines,
                stopTimeout: .seconds(1)
            )
        )
        for await line in child.lines where line.contains("received SUBACK") { break }
        return child
    }

    /// The exit of a client that requests a shared subscription; nil if no such client is installed.
    fileprivate func sharedSubscription(to filter: String) async throws -> ChildExit? {
        guard let client = Self.client else { return nil }
        let child = try await ChildProcess.start(
            ChildCommand(
                client,
                arguments: ["-E", "-t", "$share/thieves/\(filter)"] + arguments,
                output: .lines,
                stopTimeout: .seconds(1)
            )
        )
        var isDenied = false
        for await line in child.lines where line.contains("denied") || line.contains("rejected") { isDenied = true }
        let exit = await child.waitUntilExit()
        return isDenied ? .code(1) : exit
    }
}
