extension ExportWriter {
    /// Writes all before the first record.
    mutating func writeHead() {
        if hasFault(.byteOrderMark) { text.add([0xEF, 0xBB, 0xBF]) }
        text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        if !hasFault(.noDocumentType) {
            let isBroken = hasFault(.brokenDocumentType)
            DocumentType(version: options.usedVersion, isBroken: isBroken).write(into: &text)
        }
        text.add("<HealthData")
        count("HealthData")
        text.attribute("locale", person.locale)
        text.line(">")
        open("ExportDate", indent: 1)
        text.attribute("value", date: exportedAt, offset: fixedOffset ?? lastOffset)
        text.line("/>")
        writeMe()
    }

    private var lastOffset: Int {
        var zone = zones[pieces.last { $0.start <= exportedAt }?.zone ?? 0]
        return zone.offset(at: exportedAt)
    }

    private mutating func writeMe() {
        open("Me", indent: 1)
        let prefix = "HKCharacteristicTypeIdentifier"
        text.attribute(prefix + "DateOfBirth", person.birthday)
        text.attribute(prefix + "BiologicalSex", "HKBiologicalSexFemale")
        text.attribute(prefix + "BloodType", "HKBloodTypeABNegative")
        text.attribute(prefix + "FitzpatrickSkinType", "HKFitzpatrickSkinTypeNotSet")
        if options.isAfterVersion12 { text.attribute(prefix + "CardioFitnessMedicationsUse", "None") }
        text.line("/>")
    }
}
