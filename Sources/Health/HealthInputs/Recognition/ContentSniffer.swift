/// Recognises the kind of an input from its first bytes.
struct ContentSniffer {
    /// The number of bytes that are inspected; an Apple document type alone has 7 kB.
    static let length = 1 << 20

    private let head: [UInt8]

    init(_ head: [UInt8]) {
        self.head = head.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(head.dropFirst(3)) : head
    }

    /// Recognises the kind.
    ///
    /// - Throws: ``HealthInputsError``; the message says what the bytes are.
    func kind() throws(HealthInputsError) -> HealthInputKind {
        guard let first = head.first(where: { $0 > 0x20 }) else {
            throw Self.unknown(head.isEmpty ? "the file is empty" : "the file contains only spaces")
        }
        if let kind = binaryKind { return kind }
        if let encryption { throw Self.encrypted(encryption) }
        if let wide = InputHead.narrowed(head) {
            if let foreign = ForeignFile.table(wide) { throw foreign.error }
            throw Self.unknown("this is text in UTF-16; save it as UTF-8")
        }
        if let packing { throw Self.unknown("this is \(packing); unpack it, or give the zip file from the phone") }
        if let document { throw Self.unknown("this is \(document); give the file that the app exported") }
        switch first {
        case UInt8(ascii: "<"): return try markupKind()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return try objectKind(first)
        default: return try textKind()
        }
    }

    private var binaryKind: HealthInputKind? {
        if head.count >= 12, head[8..<12].elementsEqual(Array(".FIT".utf8)) { return .fit }
        if begins("SQLite format 3\0") { return .healthConnect }
        return nil
    }

    private var encryption: String? {
        if begins("Salted__") { return "OpenSSL" }
        if begins("-----BEGIN PGP MESSAGE") { return "PGP" }
        return begins("age-encryption.org/") ? "age" : nil
    }

    private var packing: String? {
        if head.starts(with: [0x1F, 0x8B]) { return "a gzip file" }
        if head.starts(with: [0x37, 0x7A, 0xBC, 0xAF]) { return "a 7z archive" }
        if begins("Rar!") { return "a RAR archive" }
        return nil
    }

    private var document: String? {
        if begins("%PDF") { return "a PDF document" }
        if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return "an Excel workbook" }
        if begins("bplist00") { return "a property list" }
        return nil
    }

    private func markupKind() throws(HealthInputsError) -> HealthInputKind {
        if contains("<HealthData") { return .appleHealth }
        if contains("<ClinicalDocument") {
            throw HealthInputsError(
                .unsupportedInput,
                message:
                    "this is a clinical document (export_cda.xml), a part of export.xml: import that, or export.zip"
            )
        }
        if contains("<Record type=\"HK") || contains("<Workout workoutActivityType") { return .appleHealth }
        if contains("<gpx") { throw Self.unknown("this is a route (GPX) without samples: import export.zip") }
        if contains("http://hl7.org/fhir") { throw Self.clinical }
        if let foreign = ForeignFile.markup(Array(head.prefix(4_096))) { throw foreign.error }
        throw Self.unknown("this is XML without <HealthData>")
    }

    private func objectKind(_ first: UInt8) throws(HealthInputsError) -> HealthInputKind {
        if contains("\"resourceType\"") { throw Self.clinical }
        if let foreign = ForeignFile.object(Array(head.prefix(4_096))) { throw foreign.error }
        if first == UInt8(ascii: "{"), isAutoExport { return .healthAutoExport }
        if contains("\"dateTime\"") || contains("\"dateOfSleep\"") || contains("\"logId\"") { return .fitbit }
        if contains("\"fitnessActivity\"") || (contains("\"Data Source\"") && contains("\"Data Points\"")) {
            return .takeoutFit
        }
        throw Self.unknown("this JSON has no data of a health export")
    }

    /// Whether it is a file of Health Auto Export, whose lists may come late in the file.
    private var isAutoExport: Bool {
        let start = Array(head.prefix(4_096))
        if AutoExportReader.recognizes(start) { return true }
        guard !InputHead.text(start).hasPrefix("{\"data\":[") else { return false }
        return contains("\"data\"") && (contains("\"metrics\"") || contains("\"workouts\""))
    }

    private func textKind() throws(HealthInputsError) -> HealthInputKind {
        let start = Array(head.prefix(4_096))
        let line = String(decoding: start.prefix { $0 != 0x0A }, as: UTF8.self)
        if begins("com.samsung.") {
            guard !line.contains(";") else {
                throw Self.unknown(
                    "a spreadsheet saved this table of Samsung Health with semicolons; give the file that the app exported"
                )
            }
            return .samsungHealth
        }
        if line.contains("Move Minutes"), line.contains(",") { return .takeoutFit }
        if TakeoutFitReader.recognizes(start) { return .takeoutFit }
        if FitbitReader.recognizes(start) { return .fitbit }
        if let foreign = ForeignFile.table(start) { throw foreign.error }
        if InputHead.lines(start).count > 1, line.contains(where: { [",", ";", "\t"].contains($0) }) {
            throw Self.unknown(
                "this table is not from a known program; type its values on the page or with vitalbus record add"
            )
        }
        throw Self.unknown("this is not XML, JSON, a zip archive or a table of a health export")
    }

    private func begins(_ text: String) -> Bool { head.starts(with: text.utf8) }

    private func contains(_ text: String) -> Bool { TextSearch.contains(head, word: text) }

    static func unknown(_ seen: String) -> HealthInputsError {
        let known = HealthInputKind.allCases.map(\.label).joined(separator: ", ")
        return HealthInputsError(.unknownInput, message: "\(seen); known are \(known)")
    }

    private static let clinical = HealthInputsError(
        .unsupportedInput,
        message: "this is a clinical record (FHIR), which is not imported: import export.zip"
    )

    static func encrypted(_ by: String) -> HealthInputsError {
        HealthInputsError(.encrypted, message: "the file is encrypted (\(by)); export again without a password")
    }
}
