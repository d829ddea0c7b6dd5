internal import Dispatch
internal import Synchronization

/// Lets code on a dedicated thread wait for a task.
///
/// Must never be called from a task, because it would block one of the few pool threads.
enum Blocking {
    private final class Box<Value: Sendable>: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
    }

    /// Runs work in a task and waits for its end.
    ///
    /// - Throws: The error of the work.
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

    /// Runs code on a dedicated thread, from a task.
    ///
    /// - Throws: The error of the code.
    static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { caller in
            DispatchQueue(label: "vitalbus.import").async {
                caller.resume(with: Result { try work() })
            }
        }
    }
}
