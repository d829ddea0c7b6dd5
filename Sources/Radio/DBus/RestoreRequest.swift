/// One thing that a new connection asks the bus for again.
struct RestoreRequest {
    let message: OutgoingMessage
    /// Takes the answer; throws when the attempt must be given up.
    let finish: (Result<DBusReply, any Error>) throws -> Void
}
