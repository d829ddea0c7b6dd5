internal import DeviceCodecs

/// Reads devices that send unprompted: cuffs, thermometers, scales and oximeters' spot-checks.
///
/// It ends after a silence, or with the link, which such devices close when they are done. Repeated frames do not
/// extend it, because a device that repeats itself forever must not block the radio.
struct IndicatedProcedure: Procedure {
    /// The time limits.
    struct Limits: Sendable, Hashable {
        /// How long the first frame may take.
        var first: Duration
        /// The silence after a new frame that ends the procedure.
        var idle: Duration
        /// How long a device may continue after the first frame.
        var longest: Duration
    }

    let subscriptions: [BluetoothUUID]
    /// The subscriptions that carry measurements; others only show that the device is working.
    let measuring: Set<BluetoothUUID>
    let limits: Limits
    private(set) var deadline: Duration?
    private var began: Duration?
    private var firstValue: Duration?
    private var frames: Set<[UInt8]> = []
    private var isOver = false

    /// The largest number of frames remembered to detect repetition.
    private static let memory = 1_024

    var awaitsPerson: Bool { began != nil && firstValue == nil && !isOver }

    init(subscriptions: [BluetoothUUID], measuring: Set<BluetoothUUID>, limits: Limits) {
        self.subscriptions = subscriptions
        self.measuring = measuring
        self.limits = limits
        deadline = limits.first
    }

    mutating func handle(_ input: ProcedureInput, at now: Duration) -> [ProcedureOutput] {
        guard !isOver else { return [] }
        switch input {
        case .begin:
            began = now
            deadline = now + limits.first
        case .value(let characteristic, let bytes): return value(characteristic, bytes: bytes, now: now)
        case .tick:
            guard let firstValue else { return now >= deadline ?? now ? end(.noReading) : [] }
            return end(ofSilenceAt: now, since: firstValue)
        case .wrote(let failure?), .subscribed(let failure?): return end(.failed(failure))
        case .stop: return end(.stopped)
        case .linkEnded: return end(firstValue == nil ? .failed(.linkLost) : .done)
        case .wrote(nil), .wasRead, .subscribed(nil), .gap: break
        }
        return []
    }

    private mutating func value(_ characteristic: BluetoothUUID, bytes: [UInt8], now: Duration) -> [ProcedureOutput] {
        guard measuring.contains(characteristic) else {
            // A filling cuff announces its measurement, but not forever.
            if firstValue == nil { deadline = min(now + limits.first, (began ?? .zero) + limits.first * 4) }
            return []
        }
        let first = firstValue ?? now
        firstValue = first
        guard isNew(bytes) else { return end(ofSilenceAt: now, since: first) }
        deadline = min(now + limits.idle, first + limits.longest)
        return now >= first + limits.longest ? end(.partial(.tooLong)) : []
    }

    private mutating func isNew(_ bytes: [UInt8]) -> Bool {
        guard frames.count < Self.memory else { return !frames.contains(bytes) }
        return frames.insert(bytes).inserted
    }

    private mutating func end(ofSilenceAt now: Duration, since first: Duration) -> [ProcedureOutput] {
        guard let deadline, now >= deadline else { return [] }
        return end(now >= first + limits.longest ? .partial(.tooLong) : .done)
    }

    private mutating func end(_ end: ProcedureEnd) -> [ProcedureOutput] {
        isOver = true
        deadline = nil
        return [.end(end)]
    }
}
