import MessageBus

/// Waits until something holds, 90 seconds at most.
func until(_ condition: () async throws -> Bool) async throws {
    for _ in 0..<9_000 {
        if try await condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw BusError(.deadlineExceeded, message: "it never came true")
}

extension JSONValue {
    /// An array's first element.
    var first: JSONValue? { if case .array(let values) = self { values.first } else { nil } }
}
