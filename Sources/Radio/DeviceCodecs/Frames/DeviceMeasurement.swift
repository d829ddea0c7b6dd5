public import VitalRecords

/// What one measurement of a device says, without anything that only the hub knows.
///
/// Pure: equal bytes and quirks give an equal value, today and after a crash.
public struct DeviceMeasurement: Hashable, Sendable {
    /// The characteristic that it came by.
    public let characteristic: BluetoothUUID
    /// When it was measured by the device's clock, or nil where the frame has no time.
    public let time: DeviceTime?
    /// The record's number for the reading key, or nil where there is none or the key is better without it.
    public let sequence: UInt64?
    /// The bytes that name the measurement in its reading key.
    ///
    /// The frame's, without what a device changes from one transfer to the next.
    public internal(set) var keyBytes: [UInt8]
    /// The device's number for its user, or nil where it sent none.
    ///
    /// A scale's 255 says that it has users and does not know which of them it was; a cuff's is nil.
    public let userIndex: Int?
    /// The kind of record that it makes.
    public let type: RecordType
    /// The values with the digits and the unit that the device sent.
    public internal(set) var measurements: [Measurement]
    /// What the device reports beside the values, or nil where it reports nothing.
    public internal(set) var context: ReadingContext?
    /// True where it is a result: a value, or a device's word that a value was too high or too low for it.
    public internal(set) var isUsable: Bool
    /// False for a control solution, a demonstration and a test: not of a person.
    public let isPatient: Bool
    /// The rules that were applied, each once.
    public internal(set) var quirks: [DeviceQuirk]
    /// What its other half has too, or nil where there can be none.
    public let partner: PartnerKey?
    /// True where the frame says that its other half follows: its values can mean something else until then.
    public internal(set) var awaitsPartner: Bool
    /// The revision of the codec, from 1.
    ///
    /// Raised when equal bytes give other values.
    public let decoderRevision: Int
    /// 0 alone, 1 joined with its other half.
    public internal(set) var completeness: Int

    /// The revision for ``Reading/revision``: a joined measurement updates the same one alone, and a newer codec both.
    public var revision: Int { decoderRevision * 2 - 1 + completeness }

    /// Makes a measurement, by a codec of this module or by a driver.
    ///
    /// - Parameters:
    ///   - keyBytes: Those that the device sends the same in every transfer of this measurement.
    ///   - isUsable: Nil to say so where there is a value or an out-of-bounds mark.
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
        self.isPatient = isPatient
        self.quirks = quirks
        self.partner = partner
        self.awaitsPartner = awaitsPartner
        self.decoderRevision = decoderRevision
        self.completeness = 0
    }
}

extension DeviceMeasurement {
    /// The highest ketone value that meters show, in mmol/L; above it they say HI.
    private static let ketoneHigh = DecimalNumber(8)

    /// A glucose measurement with its context; itself where the context belongs to another record.
    ///
    /// The key stays and the revision rises: the joined measurement updates the one that was sent alone. A record number
    /// is only unique within one link, so join what one link brought.
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

    /// The measurement as one of ketone: a tenth of the mg/dL number in mmol/L (``DeviceQuirk/ketoneContext``).
    ///
    /// The sources disagree about frames in mol/L, so those give no value. Nothing remains of the glucose.
    private var asKetone: DeviceMeasurement {
        var result = self
        var words = context ?? ReadingContext()
        let number = measurements.first { $0.metric == .bloodGlucose && $0.unit == "mg/dL" }?.value.shifted(by: -1)
        let saysHigh = words.outOfBounds.contains { $0.metric == .bloodGlucose && $0.direction == .high }
        words.outOfBounds = []
        result.measurements = []
        if saysHigh || number.map({ $0 > Self.ketoneHigh }) == true {
            words.outOfBounds = [OutOfBounds(metric: .bloodKetone, direction: .high)]
        } else if let number {
            result.measurements = [Measurement(metric: .bloodKetone, value: number, unit: "mmol/L")]
        }
        result.context = words.isEmpty ? nil : words
        result.isUsable = isUsable && (!result.measurements.isEmpty || !words.outOfBounds.isEmpty)
        result.quirks.append(.ketoneContext)
        return result
    }
}

extension DeviceMeasurement {
    /// A weight with the body composition of the same weighing, or nil where they are not of one.
    ///
    /// The weight's key and values stay, the composition adds what the weight has not: never two values of one metric.
    /// Time and user must be equal; without a time nothing says that two frames are of one weighing. A composition that is
    /// no result is not joined, for the real one may follow and would find its revision taken.
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

/// What two frames of one measurement have in common.
public enum PartnerKey: Hashable, Sendable {
    /// A glucose measurement and its context: the record's number, within one link.
    case glucoseRecord(sequence: UInt16)
    /// A weight and a body composition: the weighing's time and the scale's number for its user.
    case weighing(time: GATTDateTime, user: UInt8?)
}
