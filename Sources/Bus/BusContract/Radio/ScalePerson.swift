/// The sex that a scale calculates with.
public struct ScaleSex: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Female.
    public static let female = Self(rawValue: "female")
    /// Male.
    public static let male = Self(rawValue: "male")
    /// Not given; some scales then give no body composition.
    public static let unspecified = Self(rawValue: "unspecified")

    /// The values that this version knows.
    public static let known: [Self] = [.female, .male, .unspecified]
}

/// What a scale needs to know about a person; the scale keeps its own value for each absent part.
public struct ScalePerson: Codable, Sendable, Hashable {
    /// The date of birth: year, month and day, for example 1958-03-14.
    public var birthDate: String?
    /// The sex.
    public var sex: ScaleSex?
    /// The height in centimetres, 50 to 250.
    public var height: Int?

    /// Makes a person.
    public init(birthDate: String? = nil, sex: ScaleSex? = nil, height: Int? = nil) {
        self.birthDate = birthDate
        self.sex = sex
        self.height = height
    }
}
