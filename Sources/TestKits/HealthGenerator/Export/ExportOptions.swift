/// What an export is to be like.
package struct ExportOptions: Sendable {
    /// How large it is to be, in millions of bytes; some percent more or less.
    package var megabytes: Double
    /// Equal seeds make equal people with equal lives.
    package var seed: UInt64
    /// The person's units.
    package var units = ExportUnits.metric
    /// The person's home zone, by its name in the tz database.
    package var home = "Europe/Berlin"
    /// The local day of the export, in days since 1970.
    package var exportDay: Int
    /// Which offset stands in dates.
    package var offsets = DateOffsets.export
    /// What is wrong with it.
    package var faults: Set<ExportFault> = []
    /// The version of Apple's document type: 3, 11, 12, 13 or 14.
    package var version = 14
    /// The first local day, in days since 1970; nil for as many days as the size takes.
    ///
    /// A later export of the same person has the same seed, the same first day and the same ``detail``.
    package var firstDay: Int?
    /// How much is written of a day: 1 is a watch wearer's day of some 1 MB; nil for what makes a small file some weeks long.
    package var detail: Double?

    /// Makes options; all but these have defaults.
    package init(megabytes: Double, seed: UInt64, exportDay: Int) {
        self.megabytes = megabytes
        self.seed = seed
        self.exportDay = exportDay
    }

    /// ``detail``, or what follows from the size.
    package var usedDetail: Double { detail ?? min(1, max(0.004, megabytes / 30)) }

    /// The version that is written: the broken document type is that of 12.
    var usedVersion: Int { faults.contains(.brokenDocumentType) ? 12 : version }
    var hasStages: Bool { usedVersion >= 12 }
    var hasStatistics: Bool { usedVersion >= 12 }
    var hasBeats: Bool { usedVersion >= 11 }
    var isAfterVersion12: Bool { usedVersion >= 13 }
}

/// What is wrong or unusual with an export; all of these were seen in real ones, or in what people asked for.
package enum ExportFault: String, CaseIterable, Sendable {
    /// The document type of iOS 16.0 to 16.3, which stops every XML parser.
    case brokenDocumentType = "dtd-v12"
    /// No document type.
    case noDocumentType = "no-dtd"
    /// Now and then the start stands twice, the second one instead of the end.
    case duplicateAttribute = "duplicate-attribute"
    /// Now and then a vertical tab in a value.
    case controlCharacter = "control-character"
    /// The file ends in the middle of the last type's records.
    case truncated
    /// A byte order mark at the beginning.
    case byteOrderMark = "bom"
    /// Lines end as on Windows.
    case crlf
    /// Whatever may be one is a numeric entity.
    case entities
    /// Angle brackets of devices as they are.
    case rawBrackets = "raw-brackets"
    /// One attribute a line.
    case lines = "multi-line"

    /// Whether no XML parser may read such a file.
    package var isIllFormed: Bool {
        switch self {
        case .brokenDocumentType, .duplicateAttribute, .controlCharacter, .truncated, .rawBrackets: true
        case .noDocumentType, .byteOrderMark, .crlf, .entities, .lines: false
        }
    }
}

/// The units that a person has chosen.
package enum ExportUnits: String, CaseIterable, Sendable {
    /// Miles, pounds, Calories, degrees Fahrenheit.
    case us
    /// Kilometres, kilograms, kilojoules, degrees Celsius.
    case metric

    var isUS: Bool { self == .us }
}
