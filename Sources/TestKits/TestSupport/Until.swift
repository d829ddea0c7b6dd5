/// Waits until something holds, half a minute at most, without sleeping.
package func until(_ what: String, _ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < deadline {
        if try await condition() { return }
        await Task.yield()
    }
    throw NeverHappened(what: what)
}
