import MessageBus

/// Lets other tasks run for a while; no test's outcome depends on how far they get.
func pause() async { for _ in 0..<200 { await Task.yield() } }

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
