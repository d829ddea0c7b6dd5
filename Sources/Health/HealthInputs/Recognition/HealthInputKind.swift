/// The kind of an input, recognised by its content.
public enum HealthInputKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Apple Health's export, zipped or unpacked.
    case appleHealth
    /// JSON of the app Health Auto Export.
    case healthAutoExport
    /// Google Fit data from Google Takeout.
    case takeoutFit
    /// Fitbit data from Google Takeout or from Fitbit.
    case fitbit
    /// CSV files of Samsung Health.
    case samsungHealth
    /// The database of a Health Connect export.
    case healthConnect
    /// A FIT file of Garmin or another maker.
    case fit

    /// The name shown to people.
    public var label: String {
        switch self {
        case .appleHealth: "an Apple Health export"
        case .healthAutoExport: "a Health Auto Export file"
        case .takeoutFit: "a Google Takeout of Fit"
        case .fitbit: "a Fitbit export"
        case .samsungHealth: "a Samsung Health export"
        case .healthConnect: "a Health Connect export"
        case .fit: "a FIT file"
        }
    }

    /// How much of a person's history one input of this kind has.
    ///
    /// An app's own export has all its data of each day. Other inputs contain only data since the last one, or one file
    /// for each day or device; their values of a day are added to those of earlier inputs, see ``HealthCompleteness``.
    public var completeness: HealthCompleteness {
        switch self {
        case .appleHealth, .healthConnect: .whole
        case .takeoutFit, .fitbit, .samsungHealth: .wholeInArchive
        case .healthAutoExport, .fit: .part
        }
    }

    /// The platform that its records name as their source.
    public var platform: String {
        switch self {
        case .appleHealth, .healthAutoExport: "apple_health"
        case .takeoutFit: "google_fit"
        case .fitbit: "fitbit"
        case .samsungHealth: "samsung_health"
        case .healthConnect: "health_connect"
        case .fit: "garmin"
        }
    }
}

extension HealthInputKind {
    /// Whether the dates in the names of its files are the person's own days; others count in UTC.
    var namesLocalDays: Bool { self == .takeoutFit }
}

/// How much of a person's history an input has.
public enum HealthCompleteness: Hashable, Sendable {
    /// All of it: values that the input lacks for a day do not exist.
    case whole
    /// All of it if it comes in its archive; a single file is a part.
    case wholeInArchive
    /// A part: another input may have the rest of the same day.
    case part
}
