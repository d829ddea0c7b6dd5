import ActorRuntime
import BusContract
import ContractLiterals
import MessageBus
import Synchronization
import Testing

@Suite struct LoggingTests {
    private func logging(_ arguments: [String]) async throws -> (Shell.Outcome, LoggingState?) {
        let broker = InMemoryBroker()
        let seen = Mutex<LoggingState?>(nil)
        let handler = RequestHandler(SessionOperations.setLogging) { body, _ in
            seen.withLock { $0 = body }
            return body
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(["logging"] + arguments)
        }
        return (outcome, seen.withLock { $0 })
    }

    @Test func onNamesPartsAndPlace() async throws {
        let (outcome, state) = try await logging(["on", "--component", "core", "--component", "ocr", "--sink", "bus"])
        #expect(state == LoggingState(enabled: true, components: ["core", "ocr"], sink: "bus"))
        #expect(outcome.out == ["logging of core, ocr to bus"])
    }

    @Test func onTakesAllPartsIntoTheJournal() async throws {
        let (_, state) = try await logging(["on"])
        #expect(
            state
                == LoggingState(enabled: true, components: ["core", "bluetooth", "healthkit", "ocr"], sink: "journald")
        )
    }

    @Test func off() async throws {
        let (outcome, state) = try await logging(["off"])
        #expect(state?.enabled == false)
        #expect(outcome.out == ["logging is off"])
    }

    @Test(arguments: [["on", "--component", "kitchen"], ["on", "--sink", "printer"]])
    func whatIsUnknownIsAskedForNowhere(arguments: [String]) async throws {
        let (outcome, state) = try await logging(arguments)
        #expect(outcome.code == 64)
        #expect(state == nil)
    }

    private func manager(_ broker: InMemoryBroker, _ actor: String = "session-manager") throws -> BusClient {
        let address = try BusAddress(site: "s", hub: "site", actor: actor, instance: "main")
        return BusClient(bus: broker.connect(), address: address, epoch: 1, environment: .system)
    }

    @Test func showReadsWhatStands() async throws {
        let broker = InMemoryBroker()
        let state = LoggingState(enabled: true, components: ["core"], sink: "file")
        _ = try await manager(broker).publish(LogTopics.state, data: state)
        let outcome = await Shell(broker).run(["logging", "show"])
        #expect(outcome.out == ["logging of core to file"])
    }

    @Test func whereNothingComesOverTheBusTheLogSaysSo() async throws {
        let broker = InMemoryBroker()
        _ = try await manager(broker).publish(
            LogTopics.state,
            data: LoggingState(enabled: true, components: ["core"], sink: "file")
        )
        let uploader = try manager(broker, "uploader")
        async let outcome = Shell(broker).run(["log", "--count", "1"])
        let entry = LogEntry(tag: "core", level: "info", message: "one")
        while try await uploader.publish(LogTopics.entry, values: ["actor": "uploader"], data: entry) == .noSubscribers
        {
            await Task.yield()
        }
        let said = await outcome.err.first
        #expect(
            said?.contains("logging of core to file") == true && said?.contains("--sink bus") == true,
            "\(said ?? "")"
        )
    }

    @Test func theLogIsPrintedAsItComes() async throws {
        let broker = InMemoryBroker()
        let uploader = try manager(broker, "uploader")
        async let outcome = Shell(broker).run(["log", "--tag", "core", "--count", "1"])
        func tell(_ tag: LoggingState.Component, _ message: String) async throws -> PublishReceipt {
            let entry = LogEntry(tag: tag, level: "info", message: message)
            return try await uploader.publish(LogTopics.entry, values: ["actor": "uploader"], data: entry)
        }
        while try await tell("ocr", "of another part") == .noSubscribers { await Task.yield() }
        _ = try await tell("core", "answer\u{1b}[2J result=done")
        let lines = await outcome.out
        let line = try #require(lines.first)
        #expect(line.hasSuffix("site uploader core info: answer\\u001b[2J result=done"))
    }
}
