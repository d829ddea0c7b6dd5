internal import Dispatch

/// A thread that reads displays one at a time, so that only one picture is in memory.
struct EngineLane: Sendable {
    private let queue: DispatchQueue

    /// Creates a lane.
    ///
    /// - Parameter name: The thread's name.
    init(_ name: String) {
        queue = DispatchQueue(label: "vitalbus.ocr.\(name)")
    }

    /// Runs code on the lane, and waits for it without blocking the caller's thread.
    ///
    /// - Throws: The error of the code.
    func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            queue.async { caller.resume(with: Result { try work() }) }
        }
    }
}
