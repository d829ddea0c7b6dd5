internal import Dispatch
internal import Synchronization

/// Lets code on a thread of its own wait for a task.
///
/// Never to be called from a task: its thread is one of few.
enum Blocking {
    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
    }

    /// Runs work in a task and waits for its end.
    ///
    /// - Throws: What the work throws.
    static func wait<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
        let box = Box<Value>()
        Task {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            box.result.withLock { $0 = result }
            box.done.signal()
        }
        box.done.wait()
        guard let result = box.result.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }

    /// Runs code on a thread of its own, from a task.
    ///
    /// - Throws: What the code throws.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            DispatchQueue(label: "vitalbus.import").async {
                caller.resume(with: Result { try work() })
            }
        }
    }
}
