internal import FoundationEssentials
internal import MessageBus

/// Sends a picture in parts to any receiver.
///
/// A receiver that restarts meanwhile has lost all parts, so the picture is announced again.
package struct PartSender: Sendable {
    /// More rounds than parts: after them, a receiver that keeps forgetting parts is given up.
    private static let roundLimit = 1_000

    private let bytes: [UInt8]
    private let clock: any Clock<Duration>
    private let patience: Duration

    /// Creates a sender.
    ///
    /// - Parameters:
    ///   - bytes: The picture.
    ///   - clock: The clock that measures pauses.
    ///   - patience: How long to retry one request while the receiver is away or busy.
    package init(_ bytes: [UInt8], clock: any Clock<Duration>, patience: Duration = .seconds(30)) {
        self.bytes = bytes
        self.clock = clock
        self.patience = patience
    }

    /// Transfers the picture; a repeat has no effect.
    ///
    /// - Parameters:
    ///   - announce: Sends the announcement.
    ///   - part: Sends one part, given its number and its bytes as base64.
    /// - Returns: The last answer, with the picture's state.
    /// - Throws: `BusError`; `busy` if the receiver accepts parts but never has all of them.
    package func send<Reply: PartProgress>(
        announce: () async throws -> Reply,
        part: (_ index: Int, _ data: String) async throws -> Reply
    ) async throws -> Reply {
        var reply = try await patiently(announce)
        var rounds = 0
        while reply.isWanted {
            rounds += 1
            guard rounds < Self.roundLimit else {
                throw BusError(.busy, message: "the picture was not accepted: try again", isRetriable: true)
            }
            guard let index = reply.missing.first else {
                // The last part of another sender is being checked.
                try await clock.sleep(for: .milliseconds(200))
                reply = try await patiently(announce)
                continue
            }
            let data = data(index, size: max(1, reply.partSize))
            do {
                reply = try await patiently { try await part(index, data) }
            } catch let error as BusError where error.code == .notFound {
                reply = try await announce()
            }
        }
        return reply
    }

    private func data(_ index: Int, size: Int) -> String {
        Data(bytes.dropFirst(index * size).prefix(size)).base64EncodedString()
    }

    private func patiently<Reply>(_ call: () async throws -> Reply) async throws -> Reply {
        var waited = Duration.zero
        let pause = Duration.milliseconds(250)
        while true {
            do {
                return try await call()
            } catch let error as BusError where error.isRetriable && error.code != .noResponder && waited < patience {
                try await clock.sleep(for: pause)
                // Each call has its own deadline; a pause counts as one call.
                waited += pause + (error.code == .deadlineExceeded ? .seconds(5) : .zero)
            }
        }
    }
}
