public import VitalRecords

/// A measurement as the device reported it, without anything that only the hub knows.
///
/// Equal bytes and quirks give an equal value, also after a crash.
public struct DeviceMeasurement: Hashable, Sendable {
    /// The characteristic that sent the measurement.
    public let characteristic: BluetoothUUID
    /// Time of the measurement on the device's clock; nil if the frame has none.
    public let time: DeviceTime?
    /// Sequence number for the reading key; nil if there is none or the key must not depend on it.
    public let sequence: UInt64?
    /// The bytes that identify the measurement in its reading key.
    ///
    /// They are those of the frame, without those that a device changes between transfers.
    public internal(set) var keyBytes: [UInt8]
    /// The device's user index; nil if it sent none.
    ///
    /// 255 from a scale means that it has users and does not know which one; from a cuff it becomes nil.
    public let userIndex: Int?
    /// The type of record that the measurement becomes.
    public let type: RecordType
    /// The values with the device's precision and unit.
    public internal(set) var measurements: [Measurement]
    /// The glucose as sent, before the model's range was applied; nil for everything else.
    var sent: Measurement?
    /// Status reported with the values; nil if the device reports none.
    public internal(set) var context: ReadingContext?
    /// Whether it is a result: a value, or a report that a value was out of range.
    public internal(set) var isUsable: Bool
    /// The metrics whose values the model or the frame gives reason to doubt: a person checks them first.
    ///
    /// Implausible values are separate: the table of metrics finds them.
    public internal(set) var doubted: [MetricName]
    /// The ambiguity that makes the frame unusable; nil for an unambiguous frame.
    ///
    /// Such a frame is kept and reported like one that cannot be decoded, and becomes no reading.
    public internal(set) var unclear: CodecError?
    /// False for a control solution, a demonstration or a test, which are not a person's.
    public let isPatient: Bool
    /// The quirks that were applied, each once.
    public internal(set) var quirks: [DeviceQuirk]
    /// The key that it shares with its other half; nil if it has none.
    public let partner: PartnerKey?
    /// Whether its other half follows; until then its values may change their meaning.
    public internal(set) var awaitsPartner: Bool
    /// The revision of the codec, from 1; it rises whenever the same bytes decode to different values.
    public let decoderRevision: Int
    /// 0 for a measurement alone, 1 once joined with its other half.
    public internal(set) var completeness: Int

    /// The revision for ``Reading/revision``: a joined measurement supersedes the same one alone, and a newer codec
    /// supersedes both.
    public var revision: Int { decoderRevision * 2 - 1 + completeness }

    /// Makes a measurement; codecs and drivers call it.
    ///
    /// - Parameters:
    ///   - keyBytes: The bytes that are identical in every transfer of this measurement.
    ///   - isUsable: Nil derives it: usable if there is a value or an out-of-bounds mark.
    ///   - doubted: The metrics whose values a person checks first.
    public init(
        characteristic: BluetoothUUID,
        time: DeviceTime?,
        sequence: UInt64? = nil,
        keyBytes: [UInt8],
        userIndex: Int? = nil,
        type: RecordType,
        measurements: [Measurement],
        context: ReadingContext?,
        isUsable: Bool? = nil,
        doubted: [MetricName] = [],
        isPatient: Bool = true,
        quirks: [DeviceQuirk] = [],
        partner: PartnerKey? = nil,
        awaitsPartner: Bool = false,
        decoderRevision: Int = 1
    ) {
        self.characteristic = characteristic
        self.time = time
        self.sequence = sequence
        self.keyBytes = keyBytes
        self.userIndex = userIndex
        self.type = type
        self.measurements = measurements
        self.context = context.flatMap { $0.isEmpty ? nil : $0 }
        self.isUsable = isUsable ?? (!measurements.isEmpty || context?.outOfBounds.isEmpty == false)
        self.doubted = doubted
        self.isPatient = isPatient
        self.quirks = quirks
        self.partner = partner
        self.awaitsPartner = awaitsPartner
        self.decoderRevision = decoderRevision
        self.completeness = 0
    }
}

extension DeviceMeasurement {
    /// The highest ketone value that meters show, in mmol/L; above it they show HI.
    private static let ketoneHigh = DecimalNumber(8)

    /// A glucose measurement joined with its context; unchanged if the context belongs to another record.
    ///
    /// The key stays and the revision rises, so the joined measurement supersedes the one sent alone. Sequence numbers
    /// are unique within one link only, so join only what one link delivered.
    public func joined(with frame: GlucoseContext) -> DeviceMeasurement {
        guard partner == .glucoseRecord(sequence: frame.sequence), completeness == 0 else { return self }
        var result = frame.isKetone ? asKetone : self
        result.measurements += frame.measurements
        var words = result.context ?? ReadingContext()
        words.meal = frame.mealWord
        words.tester = frame.testerWord
        words.statusFlags += frame.healthFlags
        result.context = words.isEmpty ? nil : words
        result.awaitsPartner = false
        result.completeness = 1
        return result
    }

    /// The measurement as ketone: a tenth of the mg/dL number, in mmol/L (``DeviceQuirk/ketoneContext``).
    ///
    /// The sources disagree by a factor of ten about frames in mol/L, so those are unclear. The glucose value is dropped.
    private var asKetone: DeviceMeasurement {
        var result = self
        var words = context ?? ReadingContext()
        let number = sent.flatMap { $0.unit == "mg/dL" ? $0.value.shifted(by: -1) : nil }
        // A range exceeded as glucose means nothing for a ketone.
        let saysHigh = sent == nil && words.outOfBounds.contains { $0.metric == .bloodGlucose && $0.direction == .high }
        words.outOfBounds = []
        result.measurements = []
        result.doubted = []
        if saysHigh || number.map({ $0 > Self.ketoneHigh }) == true {
            words.outOfBounds = [OutOfBounds(metric: .bloodKetone, direction: .high)]
        } else if let number {
            result.measurements = [Measurement(metric: .bloodKetone, value: number, unit: "mmol/L")]
        } else if sent != nil {
            result.unclear = CodecError(.invalid, message: "a ketone record in mol/L can mean two values")
        }
        result.context = words.isEmpty ? nil : words
        result.isUsable = isUsable && (!result.measurements.isEmpty || !words.outOfBounds.isEmpty)
        result.quirks.append(.ketoneContext)
        return result
    }
}

extension DeviceMeasurement {
    /// A weight joined with the body composition of the same weighing; nil if they do not belong together.
    ///
    /// The weight keeps its key and values; the composition adds metrics that the weight lacks. Time and user must be
    /// equal; without a time nothing shows that two frames belong to one weighing. An unusable composition is not
    /// joined, since the real one may follow and would find its revision taken.
    public func joined(with composition: DeviceMeasurement) -> DeviceMeasurement? {
        guard characteristic == .weightMeasurement, composition.characteristic == .bodyCompositionMeasurement,
            let partner, partner == composition.partner, completeness == 0, composition.isUsable
        else { return nil }
        var result = self
        let known = Set(measurements.map(\.metric))
        result.measurements += composition.measurements.filter { !known.contains($0.metric) }
        result.isUsable = true
        result.quirks += composition.quirks.filter { !quirks.contains($0) }
        result.completeness = 1
        return result
    }
}

/// The key that two frames of one measurement share.
public enum PartnerKey: Hashable, Sendable {
    /// A glucose measurement and its context: the sequence number, within one link.
    case glucoseRecord(sequence: UInt16)
    /// A weight and a body composition: the time of the weighing and the scale's user index.
    case weighing(time: GATTDateTime, user: UInt8?)
}
