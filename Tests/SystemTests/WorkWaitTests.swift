import MessageBus
import SimulatedHub
import TestSupport
import Testing

/// A test that waits for what its work brings about learns of the work's failure.
@Suite struct WorkWaitTests {
    private let failing = Task<Void, any Error> { throw BusError(.busy, message: "not now") }

    @Test func aFailureEndsTheWait() async throws {
        let error = await #expect(throws: BusError.self) {
            try await eventually("what never happens", failing.condition { false })
        }
        #expect(error?.code == .busy)
    }

    @Test func whatWasDoneBeforeTheFailureCounts() async throws {
        _ = await failing.result
        try await eventually("it was done", failing.condition { true })
    }
}
