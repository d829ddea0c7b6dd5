internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus

/// Reads an oximeter that streams while a finger is inserted, until a finger has yielded a reading.
///
/// A spot-check that arrives meanwhile becomes the reading; the silence after it ends the procedure.
struct SettlingProcedure: Procedure {
    /// How long a finger may take to settle, after the first sample.
    static let longest = Duration.seconds(60)

    let subscriptions: [BluetoothUUID]
    let limits: IndicatedProcedure.Limits
    private(set) var deadline: Duration?
    private var settling = OximetrySettling()
    private var hasBegun = false
    private var firstSample: Duration?
    private var hasSpotCheck = false
    private var isOver = false

    /// True also while samples arrive, because they are not a measurement yet.
    var awaitsPerson: Bool { hasBegun && !hasSpotCheck && !isOver }

    init(subscriptions: [BluetoothUUID], limits: IndicatedProcedure.Limits) {
        self.subscriptions = subscriptions
        self.limits = limits
        deadline = limits.first
    }

    mutating func handle(_ input: ProcedureInput, at now: Duration) -> [ProcedureOutput] {
        guard !isOver else { return [] }
        switch input {
        case .begin:
            hasBegun = true
            deadline = now + limits.first
            return []
        case .value(.spotCheck, _):
            hasSpotCheck = true
            deadline = now + limits.idle
            return []
        case .value(.continuousOximetry, let bytes): return sample(bytes, now: now)
        case .tick:
            guard let deadline, now >= deadline else { return [] }
            return end(hasSpotCheck || hasReading(settling.flush()) ? .done : .noReading)
        case .linkEnded:
            let hasRead = hasSpotCheck || hasReading(settling.flush())
            return end(hasRead ? .done : firstSample == nil ? .failed(.linkLost) : .noReading)
        case .stop: return end(.stopped)
        case .wrote(let failure?), .subscribed(let failure?): return end(.failed(failure))
        case .wrote(nil), .wasRead, .subscribed(nil), .gap, .value: return []
        }
    }

    private mutating func sample(_ bytes: [UInt8], now: Duration) -> [ProcedureOutput] {
        // Streamed samples do not delay the end of a spot-check.
        guard !hasSpotCheck else { return now >= deadline ?? now ? end(.done) : [] }
        let first = firstSample ?? now
        firstSample = first
        deadline = first + Self.longest
        let frame = ArrivedFrame(
            row: 0,
            characteristic: .continuousOximetry,
            bytes: bytes,
            at: Date(timeIntervalSinceReferenceDate: now.seconds)
        )
        // Absent is nil: an undecodable frame is not a sample.
        guard case .continuous(let measurement)? = try? DeviceFrame(characteristic: .continuousOximetry, bytes: bytes)
        else { return [] }
        if hasReading(settling.add(measurement, frame: frame)) { return end(.done) }
        return now >= first + Self.longest ? end(.noReading) : []
    }

    private func hasReading(_ results: [AssembledFrames]) -> Bool {
        results.contains { $0.measurement?.isUsable == true }
    }

    private mutating func end(_ end: ProcedureEnd) -> [ProcedureOutput] {
        isOver = true
        deadline = nil
        return [.end(end)]
    }
}
