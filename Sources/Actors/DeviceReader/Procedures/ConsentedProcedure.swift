internal import DeviceCodecs

/// Reads a scale whose users must consent on each link (User Data Service 1.1).
///
/// Users take turns, because a scale sends the data of the user who consented last. The last user has the whole time in
/// which a person may step on the scale, the others only enough for stored measurements. A user's unwritten data is
/// written right after the user's consent.
struct ConsentedProcedure: Procedure {
    /// How long a user's stored measurements may take to begin while another user waits.
    static let storedLimit = Duration.seconds(5)

    private var waiting: [ConsentProcedure.Consent]
    private let template: IndicatedProcedure
    /// The characteristics for user data on the scale.
    private let writable: Set<BluetoothUUID>
    private var asking: ConsentProcedure?
    private var writing: (user: UInt8, procedure: UserDataProcedure)?
    private var reading: IndicatedProcedure?
    private var finding: ConsentProcedure.Finding
    private var hasValue = false
    private var isOver = false

    init(
        stored: [ConsentProcedure.Consent],
        reading: IndicatedProcedure,
        writable: Set<BluetoothUUID> = []
    ) {
        waiting = stored.filter { $0.user != 0xFF }
        self.writable = writable
        template = reading
        finding = ConsentProcedure.Finding(isNobodyStored: waiting.isEmpty)
    }

    var subscriptions: [BluetoothUUID] {
        (finding.isNobodyStored ? [] : [.userControlPoint]) + template.subscriptions
    }

    /// False while a user's consent is requested or the user's data is written.
    var awaitsPerson: Bool { reading?.awaitsPerson ?? false }

    var deadline: Duration? {
        isOver ? nil : asking?.deadline ?? writing?.procedure.deadline ?? reading?.deadline ?? template.deadline
    }

    mutating func handle(_ input: ProcedureInput, at now: Duration) -> [ProcedureOutput] {
        guard !isOver else { return [] }
        switch input {
        case .begin: return next(now)
        case .value(.userControlPoint, let bytes):
            let outputs = asking?.answered(bytes, at: now) ?? []
            return carryOut(outputs, now: now)
        case .value(let characteristic, _):
            if template.measuring.contains(characteristic) { hasValue = true }
            return read(input, now: now)
        case .wrote(let failure) where asking != nil:
            return failure == nil ? [] : fail(now)
        case .tick where asking != nil:
            guard let deadline = asking?.deadline, now >= deadline else { return [] }
            return fail(now)
        case .wrote(let failure) where writing != nil:
            return write(now) { $0.wrote(failure) }
        case .wasRead(let result): return write(now) { $0.wasRead(result) }
        case .tick where writing != nil:
            guard let deadline = writing?.procedure.deadline, now >= deadline else { return [] }
            return write(now) { $0.stop() }
        case .stop: return end(.stopped)
        case .linkEnded: return end(hasValue ? .done : .failed(.linkLost))
        case .wrote, .tick, .subscribed, .gap: return read(input, now: now)
        }
    }

    /// Continues with the next user; after the last one, the remaining time is for measurements without consent.
    private mutating func next(_ now: Duration) -> [ProcedureOutput] {
        guard !waiting.isEmpty else { return begin(now) }
        let user = waiting.removeFirst()
        var consent = ConsentProcedure(stored: [user])
        let outputs = consent.start(at: now)
        asking = consent
        writing = user.data.map { (user.user, UserDataProcedure($0, on: writable)) }
        return carryOut(outputs, now: now)
    }

    private mutating func fail(_ now: Duration) -> [ProcedureOutput] {
        let outputs = asking?.failed(at: now) ?? []
        return carryOut(outputs, now: now)
    }

    private mutating func carryOut(_ outputs: [ConsentProcedure.Output], now: Duration) -> [ProcedureOutput] {
        outputs.flatMap { output -> [ProcedureOutput] in
            switch output {
            case .write(let bytes): return [.write(.userControlPoint, bytes)]
            case .end(let found):
                asking = nil
                finding.accepted.formUnion(found.accepted)
                finding.lost.formUnion(found.lost)
                guard !found.accepted.isEmpty else {
                    writing = nil
                    return next(now)
                }
                return writing == nil ? begin(now) : write(now) { $0.start(at: now) }
            }
        }
    }

    /// Continues to write the user's data, and then reads the user's measurements, whatever the result.
    private mutating func write(
        _ now: Duration,
        _ step: (inout UserDataProcedure) -> [UserDataProcedure.Output]
    ) -> [ProcedureOutput] {
        guard let (user, start) = writing else { return [] }
        var procedure = start
        let outputs = step(&procedure)
        writing = (user, procedure)
        return outputs.flatMap { output -> [ProcedureOutput] in
            switch output {
            case .read(let characteristic): return [.read(characteristic)]
            case .write(let characteristic, let bytes): return [.write(characteristic, bytes)]
            case .end(let found):
                writing = nil
                return [.userData(user: user, found)] + begin(now)
            }
        }
    }

    private mutating func begin(_ now: Duration) -> [ProcedureOutput] {
        var limits = template.limits
        // Both limits count from the link's start, so that all users together take no longer than one device may.
        let stored = finding.isNobodyStored ? limits.first : now + Self.storedLimit
        limits.first = waiting.isEmpty ? max(limits.first, stored) : stored
        var new = IndicatedProcedure(
            subscriptions: template.subscriptions,
            measuring: template.measuring,
            limits: limits
        )
        let outputs = new.handle(.begin, at: now)
        reading = new
        return outputs
    }

    private mutating func read(_ input: ProcedureInput, now: Duration) -> [ProcedureOutput] {
        let outputs = reading?.handle(input, at: now) ?? []
        return outputs.flatMap { output -> [ProcedureOutput] in
            guard case .end(let end) = output else { return [output] }
            reading = nil
            switch end {
            case .done, .noReading: return waiting.isEmpty ? self.end(hasValue ? .done : .noReading) : next(now)
            default: return self.end(end)
            }
        }
    }

    private mutating func end(_ end: ProcedureEnd) -> [ProcedureOutput] {
        isOver = true
        return [.consents(finding), .end(end)]
    }
}
