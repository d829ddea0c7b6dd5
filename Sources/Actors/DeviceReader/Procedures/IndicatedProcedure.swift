internal import DeviceCodecs

/// A device that sends by itself what it has: cuffs, thermometers, scales and oximeters' spot-checks.
///
/// It ends with the silence after the last frame, or with the link, which such devices cut when they are done.
struct IndicatedProcedure: Procedure {
    /// The time limits.
    struct Limits: Sendable, Hashable {
        /// How long the first frame may take.
        var first: Duration
        /// The silence after a frame that ends it.
        var idle: Duration
        /// How long after the first frame a device may go on.
        var longest: Duration
    }

    let subscriptions: [BluetoothUUID]
    /// Those whose frames are measurements; others show only that the device is at work.
    let measuring: Set<BluetoothUUID>
    let limits: Limits
    private(set) var deadline: Duration?
    private var began: Duration?
    private var firstValue: Duration?
    private var isOver = false

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
        case .value(let characteristic, _): return value(characteristic, now)
        case .tick:
            guard let deadline, now >= deadline else { return [] }
            guard let firstValue else { return end(.noReading) }
            return end(now >= firstValue + limits.longest ? .partial(.tooLong) : .done)
        case .wrote(let failure?), .subscribed(let failure?): return end(.failed(failure))
        case .stop: return end(.stopped)
        case .linkEnded: return end(firstValue == nil ? .failed(.linkLost) : .done)
        case .wrote(nil), .subscribed(nil), .gap: break
        }
        return []
    }

    private mutating func value(_ characteristic: BluetoothUUID, _ now: Duration) -> [ProcedureOutput] {
        guard measuring.contains(characteristic) else {
            // A cuff that fills: its measurement is on its way, but not for ever.
            if firstValue == nil { deadline = min(now + limits.first, (began ?? .zero) + limits.first * 4) }
            return []
        }
        let first = firstValue ?? now
        firstValue = first
        deadline = min(now + limits.idle, first + limits.longest)
        return now >= first + limits.longest ? end(.partial(.tooLong)) : []
    }

    private mutating func end(_ end: ProcedureEnd) -> [ProcedureOutput] {
        isOver = true
        deadline = nil
        return [.end(end)]
    }
}
