internal import VitalRecords

/// A frame of the Glucose Measurement Context characteristic 0x2A34 (Glucose Service 1.0.1, GATT supplement).
///
/// It follows the measurement with the same sequence number.
public struct GlucoseContext: Hashable, Sendable {
    /// The exercise duration that means overrun: as long as this in seconds, or longer.
    public static let exerciseOverrun: UInt16 = 0xFFFF

    /// The flags: which fields are present.
    public let flags: GlucoseContextFlags
    /// Sequence number of the record that the context belongs to.
    public let sequence: UInt16
    /// The extended flags byte, all bits reserved.
    public let extendedFlags: UInt8?
    /// The meal that contained the carbohydrate: 1 (breakfast) to 7 (brunch).
    public let carbohydrateID: UInt8?
    /// Mass of the carbohydrate in kg.
    public let carbohydrate: MedicalFloat?
    /// Relation to a meal: 1 before, 2 after, 3 fasting, 4 casual, 5 bedtime; for 6 see ``DeviceQuirk/ketoneContext``.
    public let meal: UInt8?
    /// Who took the measurement: 1 self, 2 health care professional, 3 laboratory, 15 unknown (low nibble).
    public let tester: UInt8?
    /// The person's health (high nibble).
    public let health: UInt8?
    /// Duration of the exercise in seconds; see ``exerciseOverrun``.
    public let exerciseSeconds: UInt16?
    /// Intensity of the exercise in percent.
    public let exercisePercent: UInt8?
    /// Kind of insulin: 1 rapid, 2 short, 3 intermediate, 4 long acting, 5 premixed.
    public let medicationID: UInt8?
    /// Amount of medication in kg or L.
    public let medication: MedicalFloat?
    /// HbA1c in percent.
    public let hba1c: MedicalFloat?

    /// Decodes a frame.
    ///
    /// Ignores bytes after the last field.
    ///
    /// - Throws: ``CodecError``: `truncated` if a field that the flags announce is missing, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        flags = GlucoseContextFlags(rawValue: try reader.uint8("flags"))
        sequence = try reader.uint16("sequence")
        extendedFlags = flags.contains(.extended) ? try reader.uint8("extended flags") : nil
        carbohydrateID = flags.contains(.carbohydrate) ? try reader.uint8("carbohydrate ID") : nil
        carbohydrate = flags.contains(.carbohydrate) ? try reader.sfloat("carbohydrate") : nil
        meal = flags.contains(.meal) ? try reader.uint8("meal") : nil
        let people = flags.contains(.testerHealth) ? try reader.uint8("tester and health") : nil
        tester = people.map { $0 & 0x0F }
        health = people.map { $0 >> 4 }
        exerciseSeconds = flags.contains(.exercise) ? try reader.uint16("exercise duration") : nil
        exercisePercent = flags.contains(.exercise) ? try reader.uint8("exercise intensity") : nil
        medicationID = flags.contains(.medication) ? try reader.uint8("medication ID") : nil
        medication = flags.contains(.medication) ? try reader.sfloat("medication") : nil
        hba1c = flags.contains(.hba1c) ? try reader.sfloat("HbA1c") : nil
    }

    /// Whether the record is a ketone measurement; see ``DeviceQuirk/ketoneContext``.
    public var isKetone: Bool { meal == 6 }
}

extension GlucoseContext {
    /// The fields, named as `vitalbus decode` shows them.
    var fields: [DecodedField] {
        let unit = flags.contains(.medicationInLitres) ? "L" : "kg"
        let isOverrun = exerciseSeconds == Self.exerciseOverrun
        let fields: [DecodedField?] = [
            DecodedField("sequence", value: .integer(sequence)),
            extendedFlags.map { DecodedField("extended_flags", value: .integer($0)) },
            carbohydrateID.map { DecodedField("carb_id", value: .integer($0)) },
            carbohydrate.map { DecodedField("carb_kg", value: .float($0)) },
            meal.map { DecodedField("meal", value: .integer($0)) },
            tester.map { DecodedField("tester", value: .integer($0)) },
            health.map { DecodedField("health", value: .integer($0)) },
            exerciseSeconds.map { DecodedField("exercise_s", value: .integer($0)) },
            isOverrun ? DecodedField("exercise_overrun", value: .bool(true)) : nil,
            exercisePercent.map { DecodedField("exercise_pct", value: .integer($0)) },
            medicationID.map { DecodedField("medication_id", value: .integer($0)) },
            medication.map { DecodedField("medication", value: .float($0)) },
            medication.map { _ in DecodedField("medication_unit", value: .text(unit)) },
            hba1c.map { DecodedField("hba1c_pct", value: .float($0)) },
        ]
        return fields.compactMap { $0 }
    }
}

extension GlucoseContext {
    /// The meal relation as a record names it; nil for none and for unassigned numbers.
    var mealWord: String? {
        switch meal {
        case 1: "before_meal"
        case 2: "after_meal"
        case 3: "fasting"
        case 4: "casual"
        case 5: "bedtime"
        default: nil
        }
    }

    /// The tester as a record names it; nil if unknown.
    var testerWord: String? {
        switch tester {
        case 1: "self"
        case 2: "health_care_professional"
        case 3: "lab_test"
        default: nil
        }
    }

    /// The person's health as status flags; empty if unspecified.
    var healthFlags: [String] {
        switch health {
        case 1: ["health_minor_issues"]
        case 2: ["health_major_issues"]
        case 3: ["health_during_menses"]
        case 4: ["health_under_stress"]
        case 5: ["health_no_issues"]
        default: []
        }
    }

    /// Carbohydrate in grams and HbA1c, which are values separate from the glucose.
    ///
    /// Omits the medication, since kilograms and litres do not give insulin units, and the exercise, since it has no
    /// start time.
    var measurements: [Measurement] {
        let grams = carbohydrate?.number.map { number in
            Measurement(metric: .carbohydrate, value: number.shifted(by: 3), unit: "g")
        }
        let percent = hba1c?.number.map { Measurement(metric: "hba1c", value: $0, unit: "%") }
        return [grams, percent].compactMap { $0 }.filter { $0.value > 0 }
    }
}

/// The flags of 0x2A34: which fields follow.
public struct GlucoseContextFlags: OptionSet, Hashable, Sendable {
    /// The raw flags byte.
    public let rawValue: UInt8

    /// Wraps a raw flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A carbohydrate ID and mass follow.
    public static let carbohydrate = GlucoseContextFlags(rawValue: 1 << 0)
    /// A relation to a meal follows.
    public static let meal = GlucoseContextFlags(rawValue: 1 << 1)
    /// A tester and a health byte follow.
    public static let testerHealth = GlucoseContextFlags(rawValue: 1 << 2)
    /// An exercise duration and intensity follow.
    public static let exercise = GlucoseContextFlags(rawValue: 1 << 3)
    /// A medication ID and amount follow.
    public static let medication = GlucoseContextFlags(rawValue: 1 << 4)
    /// The medication is in litres; otherwise in kilograms.
    public static let medicationInLitres = GlucoseContextFlags(rawValue: 1 << 5)
    /// An HbA1c percentage follows.
    public static let hba1c = GlucoseContextFlags(rawValue: 1 << 6)
    /// An extended flags byte follows, all of it reserved.
    public static let extended = GlucoseContextFlags(rawValue: 1 << 7)
}
