internal import LoopExecutor

/// A call that waits for its reply.
///
/// The completion runs on the connection's queue, in the order of what came in.
struct PendingCall {
    let serial: UInt32
    /// Ends the wait; it stops when the call is let go of.
    let timer: LoopTimer
    let completion: (Result<DBusReply, any Error>) -> Void
}
