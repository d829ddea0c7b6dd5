/// Waits for what comes by itself.
package enum Eventually {
    /// The error that something did not happen in time.
    package struct NotInTime: Error, CustomStringConvertible {
        package let description: String
    }

    /// Waits until a condition holds; it is asked some times a second.
    ///
    /// - Parameter limit: How long it may take.
    /// - Throws: ``NotInTime`` that names it, or whatever the condition throws.
    package static func wait(
        _ what: String,
        atMost limit: Duration = .seconds(60),
        pause: Duration = .milliseconds(20),
        _ isDone: () async throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if try await isDone() { return }
            try await Task.sleep(for: pause)
        }
        throw NotInTime(description: "\(what) did not come in \(limit)")
    }
}
