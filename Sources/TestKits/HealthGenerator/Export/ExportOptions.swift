/// The options of a generated export.
package struct ExportOptions: Sendable {
    /// The approximate size in megabytes.
    package var megabytes: Double
    /// The seed; equal seeds make equal people with equal lives.
    package var seed: UInt64
    /// The person's units.
    package var units = ExportUnits.metric
    /// The person's home time zone, by its name in the tz database.
    package var home = "Europe/Berlin"
    /// The local day of the export, in days since 1970.
    package var exportDay: Int
    /// The offset from UTC in dates.
    package var offsets = DateOffsets.export
    /// The faults to inject.
    package var faults: Set<ExportFault> = []
    /// The version of Apple's document type: 3, 11, 12, 13 or 14.
    package var version = 14
    /// The first local day, in days since 1970; nil derives it from the size.
    ///
    /// For a later export of the same person, use the same seed, first day and ``detail``.
    package var firstDay: Int?
    /// The level of detail: 1 is a watch wearer's day of about 1 MB; nil chooses one at which a small file covers some
    /// weeks.
    package var detail: Double?

    /// Creates options; all others have defaults.
    package init(megabytes: Double, seed: UInt64, exportDay: Int) {
        self.megabytes = megabytes
        self.seed = seed
        self.exportDay = exportDay
    }

    /// ``detail``, or the value derived from the size.
    package var usedDetail: Double { detail ?? min(1, max(0.004, megabytes / 30)) }

    /// The version to write; the broken document type is that of version 12.
    var usedVersion: Int { faults.contains(.brokenDocumentType) ? 12 : version }
    var hasStages: Bool { usedVersion >= 12 }
    var hasStatistics: Bool { usedVersion >= 12 }
    var hasBeats: Bool { usedVersion >= 11 }
    var isAfterVersion12: Bool { usedVersion >= 13 }
}

/// A fault or peculiarity of an export; all occur in real ones, or in what people asked for.
package enum ExportFault: String, CaseIterable, Sendable {
    /// The document type of iOS 16.0 to 16.3, which breaks every XML parser.
    case brokenDocumentType = "dtd-v12"
    /// The document type is missing.
    case noDocumentType = "no-dtd"
    /// Occasionally the start attribute occurs twice, the second one instead of the end.
    case duplicateAttribute = "duplicate-attribute"
    /// Occasionally a value contains a vertical tab.
    case controlCharacter = "control-character"
    /// The file ends in the middle of the last type's records.
    case truncated
    /// The file begins with a byte order mark.
    case byteOrderMark = "bom"
    /// Lines end with CR LF.
    case crlf
    /// Every possible character is a numeric entity.
    case entities
    /// Angle brackets in device attributes are not escaped.
    case rawBrackets = "raw-brackets"
    /// Each attribute is on its own line.
    case lines = "multi-line"

    /// Whether the file is not well-formed XML.
    package var isIllFormed: Bool {
        switch self {
        case .brokenDocumentType, .duplicateAttribute, .controlCharacter, .truncated, .rawBrackets: true
        case .noDocumentType, .byteOrderMark, .crlf, .entities, .lines: false
        }
    }
}

/// The units that the person has chosen.
package enum ExportUnits: String, CaseIterable, Sendable {
    /// Miles, pounds, Calories, degrees Fahrenheit.
    case us
    /// Kilometres, kilograms, kilojoules, degrees Celsius.
    case metric

    var isUS: Bool { self == .us }
}
