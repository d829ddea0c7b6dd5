internal import LoopExecutor

/// A call waiting for its reply.
///
/// The completion runs on the connection's queue, in the order of received messages.
struct PendingCall {
    let serial: UInt32
    /// The timeout of the call; releasing the call stops it.
    let timer: LoopTimer?
    let completion: (Result<DBusReply, any Error>) -> Void
}

/// The calls that wait for replies on one link, each taken out once: by its reply, its timeout or its caller.
struct PendingReplies {
    private var calls: [Int: PendingCall] = [:]
    private var ids: [UInt32: Int] = [:]

    var isEmpty: Bool { calls.isEmpty }

    mutating func add(_ call: PendingCall, id: Int) {
        calls[id] = call
        ids[call.serial] = id
    }

    /// Takes out a call; nil if it already ended.
    mutating func take(id: Int) -> PendingCall? {
        guard let call = calls.removeValue(forKey: id) else { return nil }
        ids[call.serial] = nil
        return call
    }

    /// Takes out the call that a reply answers; nil if it timed out or was cancelled.
    mutating func take(serial: UInt32) -> PendingCall? {
        ids[serial].flatMap { take(id: $0) }
    }

    /// Takes out every call, the oldest first.
    mutating func takeAll() -> [PendingCall] {
        defer { self = PendingReplies() }
        return calls.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// Numbers that were never used before.
struct Numbers {
    private var last = 0

    mutating func next() -> Int {
        last += 1
        return last
    }
}
