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
