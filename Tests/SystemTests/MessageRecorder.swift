import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import SeededRandom
import SimulatedHub
import VitalRecords

/// Records the requests, replies and work messages on a hub's bus, and publishes them again.
actor MessageRecorder {
    /// The kind of a message, which also determines who may publish it.
    enum Kind: CaseIterable, Sendable {
        case submit, credentials, reply, pull, grant, ack
    }

    /// A message and its kind.
    struct Heard: Sendable {
        let kind: Kind
        let message: BusMessage
    }

    /// One grant of one record.
    struct Grant: Hashable {
        let logID: LogID
        let fence: Int64
    }

    private(set) var messages: [Heard] = []

    /// Records everything while a body runs.
    func listening(to line: RunningLine, _ body: @Sendable @escaping () async throws -> Void) async throws {
        let site = "vitalbus/v1/\(line.plan.site)/site"
        let manager = ["request/session-manager/+/+", "work/upload/pull/+", "work/upload/ack/+"].map { "\(site)/\($0)" }
        let uploader = ["reply/uploader-u1", "work/upload/grant/uploader-u1"].map { "\(site)/\($0)" }
        try await line.asProcess("session-manager") { managers in
            let first = try await managers.bus.subscribe(to: manager.map { try TopicFilter($0) }, capacity: 4_096)
            try await line.asProcess("uploader-u1") { uploaders in
                let second = try await uploaders.bus.subscribe(
                    to: uploader.map { try TopicFilter($0) },
                    capacity: 4_096
                )
                let listening = [first, second].map { subscription in
                    Task { for await message in subscription { await self.note(message) } }
                }
                try await body()
                for subscription in [first, second] { subscription.cancel() }
                for task in listening { await task.value }
            }
        }
    }

    private func note(_ message: BusMessage) {
        if let kind = Self.kind(message.topic) { messages.append(Heard(kind: kind, message: message)) }
    }

    private static func kind(_ topic: String) -> Kind? {
        switch topic.split(separator: "/").dropFirst(4).prefix(3).joined(separator: "/") {
        case "request/session-manager/submitRecords": .submit
        case "request/session-manager/credentials": .credentials
        case "reply/uploader-u1": .reply
        case "work/upload/pull": .pull
        case "work/upload/grant": .grant
        case "work/upload/ack": .ack
        default: nil
        }
    }

    /// Publishes messages in an order given by a seed.
    static func say(_ messages: [Heard], on line: RunningLine, seed: UInt64) async throws {
        var generator = SplitMix64(seed: seed)
        let shuffled = messages.shuffled(using: &generator)
        let person = line.connection.client
        try await line.asProcess("session-manager") { manager in
            try await line.asProcess("uploader-u1") { uploader in
                for heard in shuffled {
                    let sender =
                        switch heard.kind {
                        case .submit: person
                        case .credentials, .pull, .ack: uploader
                        case .reply, .grant: manager
                        }
                    _ = try await sender.bus.publish(heard.message)
                }
            }
        }
    }

    /// The grants in some messages.
    static func grants(_ messages: [Heard]) -> Set<Grant> {
        Set(
            messages.filter { $0.kind == .grant }.flatMap { heard in
                let items = (try? Envelope<UploadGrant>.decode(heard.message.payload).data.items) ?? []
                return items.map { Grant(logID: $0.record.logID, fence: $0.fence) }
            }
        )
    }
}
