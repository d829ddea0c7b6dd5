public import VitalRecords

/// A frame of the Body Composition Measurement characteristic 0x2A9C (Body Composition Service 1.0), or several joined.
public struct BodyComposition: Hashable, Sendable {
    /// The revision of this decoder.
    ///
    /// Raise it when equal bytes give other values.
    static let decoderRevision = 1

    /// Unit and fields of the frame.
    public internal(set) var flags: BodyCompositionFlags
    /// Body fat in percent: the one field that is always there.
    public internal(set) var bodyFat: ScaleValue
    /// When it was measured, by the device's clock.
    public internal(set) var time: GATTDateTime?
    /// The scale's number for its user; 255 is unknown.
    public internal(set) var userID: UInt8?
    /// The basal metabolism of a day in kJ.
    public internal(set) var basalMetabolism: UInt16?
    /// Muscle in percent.
    public internal(set) var musclePercentage: DecimalNumber?
    /// Muscle in kg or lb, as all masses.
    public internal(set) var muscleMass: ScaleValue?
    /// All but the fat.
    public internal(set) var fatFreeMass: ScaleValue?
    /// All but fat and bone.
    public internal(set) var softLeanMass: ScaleValue?
    /// Water.
    public internal(set) var bodyWaterMass: ScaleValue?
    /// The impedance in ohm.
    public internal(set) var impedance: DecimalNumber?
    /// The weight.
    public internal(set) var weight: ScaleValue?
    /// The height that the scale was told, in m or inches.
    public internal(set) var height: DecimalNumber?
    /// The bytes of the frame, or of all frames one after the other.
    public internal(set) var bytes: [UInt8]

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try ByteReader(bytes)
        self.bytes = bytes
        let flags = BodyCompositionFlags(rawValue: try reader.uint16("flags"))
        let units = ScaleUnits(isImperial: flags.contains(.imperial))
        self.flags = flags
        bodyFat = ScaleValue(try reader.uint16("body fat"), times: 1, exponent: -1)
        time = flags.contains(.time) ? try reader.dateTime("time") : nil
        userID = flags.contains(.user) ? try reader.uint8("user") : nil
        basalMetabolism = flags.contains(.basalMetabolism) ? try reader.uint16("basal metabolism") : nil
        musclePercentage =
            flags.contains(.musclePercentage) ? ScaleUnits.tenths(try reader.uint16("muscle percentage")) : nil
        muscleMass = flags.contains(.muscleMass) ? units.mass(try reader.uint16("muscle mass")) : nil
        fatFreeMass = flags.contains(.fatFreeMass) ? units.mass(try reader.uint16("fat-free mass")) : nil
        softLeanMass = flags.contains(.softLeanMass) ? units.mass(try reader.uint16("soft lean mass")) : nil
        bodyWaterMass = flags.contains(.bodyWaterMass) ? units.mass(try reader.uint16("body water mass")) : nil
        impedance = flags.contains(.impedance) ? ScaleUnits.tenths(try reader.uint16("impedance")) : nil
        weight = flags.contains(.weight) ? units.mass(try reader.uint16("weight")) : nil
        height = flags.contains(.height) ? units.height(try reader.uint16("height")) : nil
    }

    var units: ScaleUnits { ScaleUnits(isImperial: flags.contains(.imperial)) }

    /// What the impedance was taken for.
    private var composition: [DecimalNumber?] {
        [
            bodyFat.number, musclePercentage, muscleMass?.number, fatFreeMass?.number, softLeanMass?.number,
            bodyWaterMass?.number, impedance,
        ]
    }

    /// True for Beurer's placeholder: all that was measured is 0, whatever was computed from age and size
    /// (``DeviceQuirk/beurerZeroComposition``).
    public var isPlaceholder: Bool { composition.compactMap { $0 }.allSatisfy { $0 == 0 } && bodyFat != .unsuccessful }

    /// False where the composition could not be measured.
    public var isUsable: Bool { bodyFat != .unsuccessful && !isPlaceholder }
}
