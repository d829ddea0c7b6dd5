public import VitalRecords

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
