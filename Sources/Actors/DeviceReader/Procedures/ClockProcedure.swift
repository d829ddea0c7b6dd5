internal import DeviceCodecs
internal import FoundationEssentials
internal import VitalRecords

/// Reads a device's clock, and sets it if it is clearly wrong.
///
/// Pure. The offset is the hub's time midway between request and answer, minus the device's time. A hub sets a clock
/// only if its own is right, and never for a difference of whole hours, which is daylight saving. The old offset is
/// stored first, for the records measured with it.
struct ClockProcedure: Sendable {
    /// A requested action.
    enum Output: Sendable, Hashable {
        /// Read the characteristic.
        case read(BluetoothUUID)
        /// Store that the clock is about to be set, with its present offset in seconds.
        case note(before: Double)
        /// Write the characteristic.
        case write(BluetoothUUID, [UInt8])
        /// The procedure ended.
        case end(Finding)
    }

    /// The result.
    struct Finding: Sendable, Hashable {
        /// The hub's clock minus the device's, in seconds; nil if it shows no clock.
        var offset: Double?
        /// The offset before the clock was set; nil if it was not set.
        var before: Double?
    }

    /// The conditions for setting the clock.
    struct Policy: Sendable, Hashable {
        /// Whether setting it is allowed at all.
        var mayWrite: Bool
        /// The tolerated error, in seconds.
        var tolerance: Double
        /// How close to a whole hour counts as daylight saving, in seconds.
        static let hourSlack: Double = 120
    }

    private enum Step: Sendable {
        case idle, reading, noting, writing, verifying, over
    }

    private let policy: Policy
    private let utcOffset: Int
    private let writable: Set<BluetoothUUID>
    private var sources: [BluetoothUUID]
    private var step = Step.idle
    private var finding = Finding()

    /// Creates a procedure.
    ///
    /// - Parameters:
    ///   - readable: The readable characteristics among ``sources``.
    ///   - writable: The writable ones.
    ///   - policy: The conditions for setting the clock.
    ///   - utcOffset: The hub's offset from UTC in seconds, because devices keep local time.
    init(readable: Set<BluetoothUUID>, writable: Set<BluetoothUUID>, policy: Policy, utcOffset: Int) {
        sources = Self.sources.filter(readable.contains)
        self.writable = writable
        self.policy = policy
        self.utcOffset = utcOffset
    }

    /// The characteristics that may hold a clock, in order: of the health service, then of the Current Time service.
    static let sources: [BluetoothUUID] = [.dateTime, .currentTime]

    mutating func start() -> [Output] {
        guard step == .idle else { return [] }
        step = .reading
        return ask()
    }

    /// Handles the clock's value; nil if reading failed.
    mutating func read(_ bytes: [UInt8]?, asked: Date, answered: Date) -> [Output] {
        guard let source = sources.first, step == .reading || step == .verifying else { return [] }
        let offset = bytes.flatMap { self.offset(of: $0, source: source, asked: asked, answered: answered) }
        if step == .verifying {
            // A clock that could not be read back counts as unchanged.
            let old = finding.before
            let wasTaken = offset.map { abs($0) < abs(old ?? 0) / 2 } ?? false
            finding = Finding(offset: offset ?? old, before: wasTaken ? old : nil)
            return end()
        }
        guard let offset else {
            sources.removeFirst()
            return ask()
        }
        finding.offset = offset
        guard isWrong(offset), writable.contains(source) else { return end() }
        step = .noting
        return [.note(before: offset)]
    }

    /// Continues once the change is stored; if storing failed, the clock is left unchanged.
    mutating func noted(_ isKept: Bool, now: Date) -> [Output] {
        guard step == .noting, let source = sources.first else { return [] }
        guard isKept, let bytes = setting(source, now: now) else { return end() }
        finding.before = finding.offset
        step = .writing
        return [.write(source, bytes)]
    }

    /// Handles the answer to the write.
    ///
    /// Even a failed write may have been accepted, so the clock is read again.
    mutating func wrote() -> [Output] {
        guard step == .writing, let source = sources.first else { return [] }
        step = .verifying
        return [.read(source)]
    }

    private mutating func ask() -> [Output] { sources.first.map { [.read($0)] } ?? end() }

    private mutating func end() -> [Output] {
        step = .over
        return [.end(finding)]
    }

    private func isWrong(_ offset: Double) -> Bool {
        guard policy.mayWrite, abs(offset) > policy.tolerance else { return false }
        return abs(abs(offset) - 3_600) > Policy.hourSlack
    }

    private func offset(of bytes: [UInt8], source: BluetoothUUID, asked: Date, answered: Date) -> Double? {
        // A Current Time begins with the seven bytes of a Date Time.
        let padded = source == .currentTime ? bytes : Array(bytes.prefix(7)) + [0, 0, 0]
        // Absent is nil: without a time there is no offset.
        guard bytes.count >= 7, let civil = (try? CurrentTime(decoding: padded))?.time.civil else { return nil }
        let middle = asked.addingTimeInterval(answered.timeIntervalSince(asked) / 2)
        return middle.timeIntervalSince(civil.date(utcOffset: utcOffset))
    }

    private func setting(_ source: BluetoothUUID, now: Date) -> [UInt8]? {
        let local = Int(clamping: (now.timeIntervalSince1970 + Double(utcOffset)).rounded())
        let rest = (local % 86_400 + 86_400) % 86_400
        guard let civil = CivilDateTime(daysSince1970: (local - rest) / 86_400, secondOfDay: rest) else { return nil }
        return source == .currentTime ? CurrentTime(civil).encoded : GATTDateTime(civil).encoded
    }
}
