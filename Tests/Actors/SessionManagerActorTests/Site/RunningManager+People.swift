import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

/// Helpers for the tests about people and devices.
extension RunningManager {
    /// A time of the test, in seconds after its start.
    func at(_ seconds: Double) -> Date { TestTime.start.addingTimeInterval(seconds) }

    @discardableResult
    func assign(
        _ device: DeviceID = Samples.device(),
        user: Int? = nil,
        to seat: String,
        from seconds: Double
    ) async throws -> AssignmentView {
        let body = AssignDevice(device: device, userIndex: user, seat: seat, from: at(seconds))
        return try await call(SessionOperations.assignDevice, body)
    }

    @discardableResult
    func end(_ seat: String, session: String? = nil) async throws -> SessionEnded {
        try await call(SessionOperations.endSession, SeatReference(seat: seat, sessionID: session))
    }

    @discardableResult
    func confirm(
        _ number: Int,
        for seat: String,
        revision: Int? = nil,
        session: String? = nil,
        at seconds: Double? = nil,
        _ measurements: [Measurement]? = nil
    ) async throws -> DecidedReading {
        let body = ConfirmReading(
            readingKey: Samples.key(number),
            revision: revision,
            seat: seat,
            sessionID: session,
            timestamp: seconds.map { at($0) },
            measurements: measurements
        )
        return try await call(SessionOperations.confirmReading, body)
    }

    @discardableResult
    func discard(_ number: Int, revision: Int? = nil) async throws -> DecidedReading.Outcome {
        let body = DiscardReading(readingKey: Samples.key(number), revision: revision)
        return try await call(SessionOperations.discardReading, body).outcome
    }

    /// The queue as "seat key" for each record.
    func booked() async throws -> Set<String> {
        Set(try await queued().map { "\($0.record.seat) \($0.record.readingKey)" })
    }

    /// The keys of held readings, with the reasons.
    func waiting() async throws -> [String: HeldReason] {
        let held = try await held()
        return Dictionary(uniqueKeysWithValues: held.map { ($0.reading.readingKey.rawValue, $0.reason) })
    }

    /// Expects that a call is refused with a code.
    func expect(
        _ code: BusError.Code,
        _ body: () async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do {
            try await body()
            Issue.record("it was not refused", sourceLocation: sourceLocation)
        } catch {
            #expect((error as? BusError)?.code == code, "\(error)", sourceLocation: sourceLocation)
        }
    }
}
