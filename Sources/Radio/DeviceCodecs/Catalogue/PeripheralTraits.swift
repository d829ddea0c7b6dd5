public import VitalRecords

/// The kind of a peripheral.
///
/// Unknown ones are carried.
public struct PeripheralType: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A blood pressure monitor.
    public static let bloodPressureMonitor = PeripheralType(rawValue: "bloodPressureMonitor")
    /// A blood glucose meter.
    public static let glucoseMeter = PeripheralType(rawValue: "glucoseMeter")
    /// A meter of the blood's clotting time (INR).
    public static let coagulationMeter = PeripheralType(rawValue: "coagulationMeter")
    /// A pulse oximeter.
    public static let pulseOximeter = PeripheralType(rawValue: "pulseOximeter")
    /// A thermometer.
    public static let thermometer = PeripheralType(rawValue: "thermometer")
    /// A weight scale, also one that measures body composition.
    public static let weightScale = PeripheralType(rawValue: "weightScale")
    /// A kind that nobody has named.
    public static let unnamed = PeripheralType(rawValue: "unnamed")

    /// All kinds in the built-in catalogue.
    public static let known = DeviceProfile.all.map(\.peripheral.type) + [.coagulationMeter, .unnamed]
}

/// What a peripheral speaks, and so what reads it.
///
/// Unknown ones are carried: a driver for one may be installed.
public struct ProtocolName: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A profile of the Bluetooth SIG: this program reads it.
    public static let standard = ProtocolName(rawValue: "standard")
    /// AgaMatrix, not public; CVS Health's meter speaks it too.
    public static let agamatrix = ProtocolName(rawValue: "agamatrix")
    /// The CVS Health body analysis scale, not public.
    public static let cvsScale = ProtocolName(rawValue: "cvs-scale")
    /// Roche CoaguChek, not public.
    public static let coaguchek = ProtocolName(rawValue: "coaguchek")
    /// LifeScan OneTouch of the Verio family.
    public static let onetouch = ProtocolName(rawValue: "onetouch")
    /// Xiaomi scales, in the advertisement.
    public static let xiaomiScale = ProtocolName(rawValue: "xiaomi-scale")
    /// Viatom and Wellue oximeters.
    public static let viatom = ProtocolName(rawValue: "viatom")
    /// Jumper oximeters.
    public static let jumper = ProtocolName(rawValue: "jumper")
    /// Contec oximeters.
    public static let contec = ProtocolName(rawValue: "contec")
    /// Yonker blood pressure monitors.
    public static let yonker = ProtocolName(rawValue: "yonker")

    /// True where this program reads it without a driver.
    public var isBuiltIn: Bool { self == .standard }
}

/// When a peripheral can be seen.
///
/// Unknown ones are carried.
public struct AdvertisingPhase: OpenString {
    /// The word as it stands in JSON.
    public let rawValue: String

    /// Makes the value from any word, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Before a measurement: somebody switched it on to use it.
    public static let beforeMeasurement = AdvertisingPhase(rawValue: "beforeMeasurement")
    /// After a measurement, while it holds data: it only connects to deliver, and nobody is told to measure.
    public static let afterMeasurement = AdvertisingPhase(rawValue: "afterMeasurement")
    /// Before or after one: its model does both, or is not known.
    public static let either = AdvertisingPhase(rawValue: "either")
}

/// Whether devices of a row have to be paired before they can be read.
enum PairingNeed: Sendable {
    /// Every device of the model wants it.
    case required
    /// Nothing public says that the model wants it, or the row is of many models: the device is read without, and the
    /// hub tells when it refuses.
    case onRefusal
    /// No device of the model knows of pairings.
    case none
}

/// What a peripheral's protocol needs beside a driver.
public enum PeripheralNeed: Hashable, Sendable, Codable {
    /// The maker's key file, by its name.
    case keyFile(String)
    /// `validic.license`.
    case license
    /// A key of its own for each device, which the person reads off it.
    case encryptionKey
}
