internal import VitalRecords

/// A frame of the Glucose Measurement Context characteristic 0x2A34 (Glucose Service 1.0.1, GATT supplement).
///
/// It comes after its measurement, which has the same number.
public struct GlucoseContext: Hashable, Sendable {
    /// The most seconds that the exercise field can say; more is said as this.
    public static let exerciseOverrun: UInt16 = 0xFFFF

    /// Fields of the frame.
    public let flags: GlucoseContextFlags
    /// The number of the record that it belongs to.
    public let sequence: UInt16
    /// A byte of flags without a meaning.
    public let extendedFlags: UInt8?
    /// The kind of meal that the carbohydrate was in: 1 breakfast to 7 brunch.
    public let carbohydrateID: UInt8?
    /// Carbohydrate in kg.
    public let carbohydrate: MedicalFloat?
    /// The relation to a meal: 1 before, 2 after, 3 fasting, 4 casual, 5 bedtime; 6 is the quirk ``DeviceQuirk/ketoneContext``.
    public let meal: UInt8?
    /// Who measured, the low four bits of its byte: 1 self, 2 a professional, 3 a laboratory, 15 not known.
    public let tester: UInt8?
    /// The person's health, the high four bits.
    public let health: UInt8?
    /// How long the exercise was, in seconds; see ``exerciseOverrun``.
    public let exerciseSeconds: UInt16?
    /// How hard it was, in percent.
    public let exercisePercent: UInt8?
    /// The kind of medication: 1 rapid, 2 short, 3 intermediate, 4 long acting insulin, 5 premixed insulin.
    public let medicationID: UInt8?
    /// The medication in kg or L.
    public let medication: MedicalFloat?
    /// HbA1c in percent.
    public let hba1c: MedicalFloat?

    /// Decodes a frame.
    ///
    /// Bytes behind the last field are ignored.
    ///
    /// - Throws: ``CodecError`` with `truncated` where a field is missing that the flags promise, `empty`, `oversized`.
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

    /// True where the record is a ketone measurement, see ``DeviceQuirk/ketoneContext``.
    public var isKetone: Bool { meal == 6 }
}

extension GlucoseContext {
    /// The frame's fields by the names that `vitalbus decode` shows.
    var fields: [DecodedField] {
        let unit = flags.contains(.medicationInLitres) ? "L" : "kg"
        let isOverrun = exerciseSeconds == Self.exerciseOverrun
        let fields: [DecodedField?] = [
            DecodedField("sequence", .integer(sequence)),
            extendedFlags.map { DecodedField("extended_flags", .integer($0)) },
            carbohydrateID.map { DecodedField("carb_id", .integer($0)) },
            carbohydrate.map { DecodedField("carb_kg", .float($0)) },
            meal.map { DecodedField("meal", .integer($0)) },
            tester.map { DecodedField("tester", .integer($0)) },
            health.map { DecodedField("health", .integer($0)) },
            exerciseSeconds.map { DecodedField("exercise_s", .integer($0)) },
            isOverrun ? DecodedField("exercise_overrun", .bool(true)) : nil,
            exercisePercent.map { DecodedField("exercise_pct", .integer($0)) },
            medicationID.map { DecodedField("medication_id", .integer($0)) },
            medication.map { DecodedField("medication", .float($0)) },
            medication.map { _ in DecodedField("medication_unit", .text(unit)) },
            hba1c.map { DecodedField("hba1c_pct", .float($0)) },
        ]
        return fields.compactMap { $0 }
    }
}

extension GlucoseContext {
    /// The relation to a meal in a record's words, or nil for none and for numbers without a word.
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

    /// Who measured in a record's words, or nil where nobody knows.
    var testerWord: String? {
        switch tester {
        case 1: "self"
        case 2: "health_care_professional"
        case 3: "lab_test"
        default: nil
        }
    }

    /// The person's health as a status flag; empty where nothing is said.
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

    /// Carbohydrate in grams and HbA1c: values of their own beside the glucose.
    ///
    /// The medication is left out: kilograms and litres say nothing of the insulin's units. So is the exercise, which is
    /// no workout with a beginning.
    var measurements: [Measurement] {
        let grams = carbohydrate?.number.map { number in
            Measurement(metric: .carbohydrate, value: number.shifted(by: 3), unit: "g")
        }
        let percent = hba1c?.number.map { Measurement(metric: "hba1c", value: $0, unit: "%") }
        return [grams, percent].compactMap { $0 }.filter { $0.value > 0 }
    }
}

/// The first byte of a glucose context: which fields follow.
public struct GlucoseContextFlags: OptionSet, Hashable, Sendable {
    /// The byte.
    public let rawValue: UInt8

    /// Takes the byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Carbohydrate follows.
    public static let carbohydrate = GlucoseContextFlags(rawValue: 1 << 0)
    /// A meal follows.
    public static let meal = GlucoseContextFlags(rawValue: 1 << 1)
    /// Tester and health follow.
    public static let testerHealth = GlucoseContextFlags(rawValue: 1 << 2)
    /// Exercise follows.
    public static let exercise = GlucoseContextFlags(rawValue: 1 << 3)
    /// A medication follows.
    public static let medication = GlucoseContextFlags(rawValue: 1 << 4)
    /// The medication is in litres, else in kilograms.
    public static let medicationInLitres = GlucoseContextFlags(rawValue: 1 << 5)
    /// HbA1c follows.
    public static let hba1c = GlucoseContextFlags(rawValue: 1 << 6)
    /// A byte of more flags follows, which has no meaning yet.
    public static let extended = GlucoseContextFlags(rawValue: 1 << 7)
}
