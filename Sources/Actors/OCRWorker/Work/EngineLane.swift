internal import Dispatch

/// The thread on which displays are read: one after the other, so that memory stays that of one picture.
struct EngineLane: Sendable {
    private let queue: DispatchQueue

    /// Makes a lane.
    ///
    /// - Parameter name: What its thread is called.
    init(_ name: String) {
        queue = DispatchQueue(label: "vitalbus.ocr.\(name)")
    }

    /// Runs code on the lane and waits for it without holding a thread of the caller's.
    ///
    /// - Throws: What the code throws.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            queue.async { caller.resume(with: Result { try work() }) }
        }
    }
}
