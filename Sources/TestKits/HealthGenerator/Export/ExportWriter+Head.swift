extension ExportWriter {
    /// Writes everything before the first record.
    mutating func writeHead() {
        if elements.hasFault(.byteOrderMark) { elements.text.add([0xEF, 0xBB, 0xBF]) }
        elements.text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        if !elements.hasFault(.noDocumentType) {
            let isBroken = elements.hasFault(.brokenDocumentType)
            DocumentType(version: options.usedVersion, isBroken: isBroken).write(into: &elements.text)
        }
        elements.text.add("<HealthData")
        elements.count("HealthData")
        elements.text.attribute("locale", value: elements.person.locale)
        elements.text.line(">")
        elements.open("ExportDate", indent: 1)
        elements.text.attribute("value", date: exportedAt, offset: elements.fixedOffset ?? lastOffset)
        elements.text.line("/>")
        writeMe()
    }

    private var lastOffset: Int {
        var zone = elements.zones[pieces.last { $0.start <= exportedAt }?.zone ?? 0]
        return zone.offset(at: exportedAt)
    }

    private mutating func writeMe() {
        elements.open("Me", indent: 1)
        let prefix = "HKCharacteristicTypeIdentifier"
        elements.text.attribute(prefix + "DateOfBirth", value: elements.person.birthday)
        elements.text.attribute(prefix + "BiologicalSex", value: "HKBiologicalSexFemale")
        elements.text.attribute(prefix + "BloodType", value: "HKBloodTypeABNegative")
        elements.text.attribute(prefix + "FitzpatrickSkinType", value: "HKFitzpatrickSkinTypeNotSet")
        if options.isAfterVersion12 { elements.text.attribute(prefix + "CardioFitnessMedicationsUse", value: "None") }
        elements.text.line("/>")
    }
}

/// The period that an export covers.
struct ExportFrame {
    let pieces: [DayPiece]
    let zones: [LocalZone]
    /// Seconds since 1970.
    let exportedAt: Int64
    /// The phone's offset from UTC at the export, in seconds.
    let offset: Int
    private let days: (first: Int, last: Int)

    /// Creates the period from a day to the evening of the export.
    init(_ options: ExportOptions, itinerary: Itinerary, firstDay: Int) {
        var itinerary = itinerary
        pieces = itinerary.pieces(from: firstDay, to: options.exportDay + 1)
        zones = itinerary.zones
        var home = zones[0]
        exportedAt = home.midnight(options.exportDay) + 76_053
        let time = exportedAt
        let last = pieces.last { $0.start <= time }
        var zone = zones[last?.zone ?? 0]
        offset = zone.offset(at: exportedAt)
        days = (firstDay, last?.day ?? options.exportDay)
    }

    /// The part of the truth known before anything is written.
    func truth(_ options: ExportOptions) -> ExportTruth {
        ExportTruth(
            seed: options.seed,
            home: options.home,
            firstDay: CivilDay(number: days.first).text,
            lastDay: CivilDay(number: days.last).text,
            exportedAt: exportedAt,
            detail: options.usedDetail
        )
    }
}
