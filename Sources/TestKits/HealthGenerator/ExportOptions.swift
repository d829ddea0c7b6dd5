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
