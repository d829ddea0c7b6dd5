import MessageBus

/// Lets other tasks run until a condition holds; false when it does not hold after many turns.
func eventually(turns: Int = 5_000, _ condition: @Sendable () async -> Bool) async -> Bool {
    for _ in 0..<turns {
        if await condition() { return true }
        await Task.yield()
    }
    return false
}

/// Lets other tasks run for a while; no test's outcome hangs on how far they come.
func pause() async { _ = await eventually(turns: 200) { false } }

/// The code of the bus error that the body throws.
func busErrorCode(_ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch let error as BusError {
        return error.code.rawValue
    } catch {
        return "\(type(of: error))"
    }
}
