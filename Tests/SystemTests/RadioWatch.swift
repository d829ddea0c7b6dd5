import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization

/// A hub's messages about its radio: the adapter's state, and the health of scanner and reader.
final class RadioWatch: Sendable {
    private struct Seen {
        /// The causes reported since the mark, by source: `adapter`, `ble-scanner`, `device-reader`.
        var causes: [String: Set<String>] = [:]
        /// The causes that each source reports now.
        var present: [String: Set<String>] = [:]
        var state: AdapterState?
    }

    private static let tellers: Set<String> = ["adapter", "ble-scanner", "device-reader"]

    private let seen = Mutex(Seen())

    /// Watches while a body runs.
    static func with(
        _ line: RunningLine,
        _ body: @Sendable @escaping (RadioWatch) async throws -> Void
    ) async throws {
        let watch = RadioWatch()
        let subscription = try await line.connection.client.subscribe(
            to: [ScannerTopics.adapterState.descriptor, PresenceTopics.health.descriptor],
            hub: LineSetup.hub
        )
        let watching = Task { for await message in subscription { watch.take(message) } }
        defer {
            subscription.cancel()
            watching.cancel()
        }
        try await body(watch)
    }

    private func take(_ message: BusMessage) {
        if message.topic.hasSuffix("/state/adapter") {
            guard let state = try? Envelope<AdapterState>.decode(message.payload).data else { return }
            seen.withLock { $0.state = state }
            note("adapter", state.cause.map { [$0] } ?? [])
        } else if let health = try? Envelope<ActorHealth>.decode(message.payload).data {
            let actor = message.topic.split(separator: "/").dropFirst(5).first.map(String.init) ?? ""
            note(actor, Set(health.problems.map(\.code)))
        }
    }

    private func note(_ teller: String, _ causes: Set<String>) {
        seen.withLock { seen in
            seen.present[teller] = causes
            seen.causes[teller, default: []].formUnion(causes)
        }
    }

    /// Forgets the causes reported so far.
    func mark() {
        seen.withLock { $0.causes = [:] }
    }

    /// Whether the adapter's state and both actors' health have named a cause since the mark.
    func isToldByAll(_ cause: String) -> Bool {
        seen.withLock { seen in Self.tellers.allSatisfy { seen.causes[$0]?.contains(cause) == true } }
    }

    /// Whether the adapter's state and the scanner's health have named a cause since the mark.
    func isToldByScanner(_ cause: String) -> Bool {
        seen.withLock { seen in ["adapter", "ble-scanner"].allSatisfy { seen.causes[$0]?.contains(cause) == true } }
    }

    /// Whether the reader's health has named a cause since the mark.
    func isToldByReader(_ cause: String) -> Bool {
        seen.withLock { $0.causes["device-reader"]?.contains(cause) == true }
    }

    /// Whether no source names a cause any longer, and the adapter's state gives it as the last one.
    func isOver(_ cause: String) -> Bool {
        seen.withLock { seen in
            // Silence is not a fault if every cuff sleeps.
            let isLast = seen.state?.lastCause == cause || seen.state?.cause == "radioSilent"
            return isLast && Self.tellers.allSatisfy { seen.present[$0]?.contains(cause) == false }
        }
    }

    /// The reported causes, for a failure's message.
    var words: String { seen.withLock { "told \($0.causes), now \($0.present)" } }
}
