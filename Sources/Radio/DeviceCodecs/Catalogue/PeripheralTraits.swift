public import VitalRecords

/// The kind of a peripheral; unknown values are preserved.
public struct PeripheralType: OpenString {
    /// The JSON string.
    public let rawValue: String

    /// Makes a value from any string, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A blood pressure monitor.
    public static let bloodPressureMonitor = PeripheralType(rawValue: "bloodPressureMonitor")
    /// A blood glucose meter.
    public static let glucoseMeter = PeripheralType(rawValue: "glucoseMeter")
    /// A coagulation meter (INR).
    public static let coagulationMeter = PeripheralType(rawValue: "coagulationMeter")
    /// A pulse oximeter.
    public static let pulseOximeter = PeripheralType(rawValue: "pulseOximeter")
    /// A thermometer.
    public static let thermometer = PeripheralType(rawValue: "thermometer")
    /// A weight scale, with or without body composition.
    public static let weightScale = PeripheralType(rawValue: "weightScale")
    /// A sensor of any kind that says by codes what it measures.
    public static let healthSensor = PeripheralType(rawValue: "healthSensor")
    /// An unspecified kind.
    public static let unnamed = PeripheralType(rawValue: "unnamed")

    /// All kinds in the built-in catalogue.
    public static let known = DeviceProfile.all.map(\.peripheral.type) + [.coagulationMeter, .healthSensor, .unnamed]

    /// The kind with a name, or with the name that displays use for the same type; nil for any other.
    public init?(word: String) {
        self.init(rawValue: word == "bloodPressure" ? Self.bloodPressureMonitor.rawValue : word)
        guard Self.known.contains(self) else { return nil }
    }
}

/// The protocol of a peripheral, which decides what reads it.
///
/// Unknown values are preserved, because a driver may exist for one.
public struct ProtocolName: OpenString {
    /// The JSON string.
    public let rawValue: String

    /// Makes a value from any string, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A profile of the Bluetooth SIG, which this program reads.
    public static let standard = ProtocolName(rawValue: "standard")
    /// AgaMatrix, undocumented; the CVS Health meter also uses it.
    public static let agamatrix = ProtocolName(rawValue: "agamatrix")
    /// The CVS Health body analysis scale, undocumented.
    public static let cvsScale = ProtocolName(rawValue: "cvs-scale")
    /// Roche CoaguChek, undocumented.
    public static let coaguchek = ProtocolName(rawValue: "coaguchek")
    /// LifeScan OneTouch meters of the Verio family.
    public static let onetouch = ProtocolName(rawValue: "onetouch")
    /// Omron cuffs, through their memory.
    public static let omron = ProtocolName(rawValue: "omron")
    /// Xiaomi scales, through their advertisements.
    public static let xiaomiScale = ProtocolName(rawValue: "xiaomi-scale")
    /// The Generic Health Sensor service.
    public static let ghs = ProtocolName(rawValue: "ghs")
    /// Viatom's rings and wrist oximeters, through the nights in their memory.
    public static let o2ring = ProtocolName(rawValue: "o2ring")
    /// Viatom's cuffs, through the files in their memory.
    public static let bp2 = ProtocolName(rawValue: "bp2")
    /// Contec's oximeters, through the recordings in their memory.
    public static let cms50 = ProtocolName(rawValue: "cms50")
    /// TaiDoc's devices, through their memory.
    public static let taidoc = ProtocolName(rawValue: "taidoc")
    /// Microlife's cuffs, through their memory.
    public static let microlife = ProtocolName(rawValue: "microlife")
    /// Viatom's finger clips, which stream without a request.
    public static let pc60fw = ProtocolName(rawValue: "pc-60fw")
    /// Nonin oximeters, through the maker's service.
    public static let nonin = ProtocolName(rawValue: "nonin")
    /// ChoiceMMed (iChoice) oximeters, through the maker's service.
    public static let choiceMMed = ProtocolName(rawValue: "choicemmed")
    /// Berry oximeters and others of the BCI protocol.
    public static let berry = ProtocolName(rawValue: "berry")
    /// Jumper oximeters.
    public static let jumper = ProtocolName(rawValue: "jumper")
    /// Contec oximeters.
    public static let contec = ProtocolName(rawValue: "contec")
    /// Bioland meters; no driver reads them.
    public static let bioland = ProtocolName(rawValue: "bioland")
    /// Contour meters on a USB cable.
    public static let usbContour = ProtocolName(rawValue: "usb-contour")
    /// Omron cuffs on a USB cable.
    public static let usbOmron = ProtocolName(rawValue: "usb-omron")
    /// OneTouch meters on a USB cable, which show a disk.
    public static let usbOneTouch = ProtocolName(rawValue: "usb-onetouch")
    /// Accu-Chek meters on a USB cable, in bulk transfers of IEEE 11073-20601.
    public static let usbAccuChek = ProtocolName(rawValue: "usb-accu-chek")
    /// Yonker blood pressure monitors.
    public static let yonker = ProtocolName(rawValue: "yonker")

    /// Whether this program reads it without a driver.
    public var isBuiltIn: Bool { self == .standard || AdvertTable.decoder(for: self) != nil }
}

/// When a peripheral advertises; unknown values are preserved.
public struct AdvertisingPhase: OpenString {
    /// The JSON string.
    public let rawValue: String

    /// Makes a value from any string, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Before a measurement, when a person switches it on.
    public static let beforeMeasurement = AdvertisingPhase(rawValue: "beforeMeasurement")
    /// After a measurement, while it holds data; it can be read without a new measurement.
    public static let afterMeasurement = AdvertisingPhase(rawValue: "afterMeasurement")
    /// Before or after a measurement: the model does both, or its behaviour is unknown.
    public static let either = AdvertisingPhase(rawValue: "either")
}

/// Whether the devices of an entry must be paired before they can be read.
enum PairingNeed: Sendable {
    /// Every device of the model requires pairing.
    case required
    /// No public source confirms it, or the entry covers many models: the hub tries without, and reports a refusal.
    case onRefusal
    /// No device of the model supports pairing.
    case none
}

/// A need of a peripheral's protocol in addition to a driver.
public enum PeripheralNeed: Hashable, Sendable, Codable {
    /// The manufacturer's key file, by name.
    case keyFile(String)
    /// The file `validic.license`.
    case license
    /// A key for each device, printed on it.
    case encryptionKey
}
