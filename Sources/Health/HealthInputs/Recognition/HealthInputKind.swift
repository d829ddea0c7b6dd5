/// What an input is, by its content.
public enum HealthInputKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Apple Health's export, as it comes in an archive or unpacked.
    case appleHealth
    /// JSON of the app Health Auto Export.
    case healthAutoExport
    /// Google Takeout's data of Google Fit.
    case takeoutFit
    /// Google Takeout's or Fitbit's own data of Fitbit.
    case fitbit
    /// Samsung Health's files of comma-separated values.
    case samsungHealth
    /// The database of an export of Health Connect.
    case healthConnect
    /// A file of a Garmin or another sports device.
    case fit

    /// What people call it.
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

    /// How much of a person's history one input of the kind holds.
    ///
    /// An app's own export has all that it knows of each day. Others post what is new since the last time, or have a file
    /// for each day or device: what they say of a day is added to what earlier ones said of it, see ``HealthCompleteness``.
    public var completeness: HealthCompleteness {
        switch self {
        case .appleHealth, .healthConnect: .whole
        case .takeoutFit, .fitbit, .samsungHealth: .wholeInArchive
        case .healthAutoExport, .fit: .part
        }
    }

    /// The platform that records of it name as their source.
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

/// How much of a person's history an input holds.
public enum HealthCompleteness: Hashable, Sendable {
    /// All of it: what an input does not have of a day did not happen.
    case whole
    /// All of it where it comes in its archive; a single file is a part.
    case wholeInArchive
    /// A part: another one may have the rest of the same day.
    case part
}
