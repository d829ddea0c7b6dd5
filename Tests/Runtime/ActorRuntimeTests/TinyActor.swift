import ActorRuntime
import BusContract
import FoundationEssentials
import MessageBus
import Synchronization

/// An actor that does almost nothing, and records its calls.
struct TinyActor: HubActor {
    struct Echo: Codable, Sendable {
        var text: String
    }

    static let name = "tiny-actor"
    static let echo = Operation<Echo, Echo>(role, name: "echo", callers: [])
    static let configurationKeys = Keys.keys

    /// One setting of each kind.
    struct Keys: SettingTable {
        let interval = Setting.duration(
            "poll.interval",
            in: .seconds(1) ... .seconds(60),
            default: .seconds(5),
            doc: "How often it polls."
        )
        let size = Setting.int("poll.size", in: 1...10, default: 3, doc: "How much it polls.")
        let greedy = Setting.bool("greedy", default: false, doc: "Whether it takes all.")
        let peripherals = Setting.list("peripherals", default: [], doc: "What it reads.")
        let token = Setting.secretPath("token-file", doc: "The token's file.")
        let fail = Setting.text("fail", allowed: ["run", "init", "close"], doc: "Where it fails.")
        let finishes = Setting.bool("finishes", default: false, doc: "Whether its run ends by itself.")
        let mode = Setting.choice("mode", default: Mode.slow, doc: "How it polls.")
        let limit = Setting.int("limit", in: 0...9, doc: "The most that it polls. Default: none.")
    }

    enum Mode: String, CaseIterable { case slow, fast }

    struct Failure: Error {}

    let context: ActorContext

    init(_ context: ActorContext) async throws {
        self.context = context
        if try context.configuration[\Keys.fail] == "init" { throw Failure() }
    }

    var handlers: [RequestHandler] {
        [RequestHandler(Self.echo) { body, _ in body }]
    }

    func run() async throws {
        if try context.configuration[\Keys.fail] == "run" { throw Failure() }
        guard try !context.configuration[\Keys.finishes] else { return }
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in stream {}
        continuation.finish()
        Journal.of(context).note(Task.isCancelled ? "run cancelled" : "run ended")
    }

    func drain() async {
        // The bus still works while an actor drains.
        let receipt = try? await context.client.bus.publish(
            BusMessage(topic: context.address.topic("event/drained"), payload: [1])
        )
        Journal.of(context).note(receipt == nil ? "drained without a bus" : "drained")
    }

    func close() async throws {
        Journal.of(context).note("closed")
        if try context.configuration[\Keys.fail] == "close" { throw Failure() }
    }

    func health() async -> HealthFacts {
        HealthFacts(queueDepths: ["upload": 2], counters: ["polls": 7])
    }
}

/// A tiny actor's journal, by its state directory.
final class Journal: Sendable {
    private static let all = Mutex<[String: Journal]>([:])
    private let entries = Mutex<[String]>([])

    static func of(_ context: ActorContext) -> Journal { at(context.stateDirectory.path()) }

    static func at(_ path: String) -> Journal {
        let key = path.hasSuffix("/") ? String(path.dropLast()) : path
        return all.withLock { all in
            let journal = all[key] ?? Journal()
            all[key] = journal
            return journal
        }
    }

    var notes: [String] { entries.withLock { $0 } }

    func note(_ text: String) {
        entries.withLock { $0.append(text) }
    }
}
