package import VitalRecords

/// The patient whose chart records go to; the server must have it, because it is never created here.
package enum FHIRPatient: Hashable, Sendable {
    /// A patient by id, such as `Patient/123`.
    case reference(String)
    /// A patient by an identifier that the server knows.
    case identifier(system: String, value: String)

    /// Reads `Patient/ID`, or a server's URL that ends with it.
    ///
    /// - Throws: ``VitalRecordsError`` `invalidField` for any other text (FHIR R4, id: 1 to 64 of A-Z, a-z, 0-9, `-`, `.`).
    package init(reference text: String) throws(VitalRecordsError) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let isAddress = text.hasPrefix("https://") || text.hasPrefix("http://")
        guard text.utf8.count <= 512, parts.count == 2 || (isAddress && parts.count > 4),
            parts.suffix(2).first == "Patient",
            let id = parts.last, Self.isID(id), text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F })
        else {
            throw VitalRecordsError(
                code: .invalidField,
                field: "patient",
                message: "write Patient/ID with the server's id of the patient, for example Patient/123"
            )
        }
        self = .reference(text)
    }

    /// Reads `SYSTEM|VALUE`, such as `urn:oid:1.2.3|4711`.
    ///
    /// - Throws: ``VitalRecordsError`` `invalidField` without a system that is a URI, or without a value.
    package init(identifier text: String) throws(VitalRecordsError) {
        let parts = text.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= 512, parts.count == 2, parts[0].contains(":"), !parts[1].isEmpty,
            parts[0].unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }),
            parts[1].unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0 != "|" }), !parts[1].allSatisfy(\.isWhitespace)
        else {
            throw VitalRecordsError(
                code: .invalidField,
                field: "identifier",
                message: "write SYSTEM|VALUE with a URI as system, for example urn:oid:1.2.3|4711"
            )
        }
        self = .identifier(system: String(parts[0]), value: String(parts[1]))
    }

    private static func isID(_ id: Substring) -> Bool {
        (1...64).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: ".")
            }
    }

    /// The text from which resource ids are made.
    var key: String {
        switch self {
        case .reference(let text): text
        case .identifier(let system, let value): "\(system)|\(value)"
        }
    }

    /// The reference in a resource.
    ///
    /// - Parameter form: In a transaction the server resolves an identifier itself (FHIR R4, conditional references);
    ///   elsewhere it is a logical reference.
    func subject(in form: FHIRForm) -> FHIRValue {
        switch self {
        case .reference(let text): FHIRValue(["reference": .text(text)])
        case .identifier(let system, let value) where form == .transaction:
            FHIRValue(["reference": .text("Patient?identifier=\(Self.escaped(system))|\(Self.escaped(value))")])
        case .identifier(let system, let value):
            FHIRValue([
                "type": "Patient", "identifier": FHIRValue(["system": .text(system), "value": .text(value)]),
            ])
        }
    }

    /// Percent-encodes characters that a query must not contain; the comma and `$` would be operators of FHIR's search.
    private static func escaped(_ text: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/".utf8)
        return text.utf8.reduce(into: "") { result, byte in
            guard !plain.contains(byte) else { return result.unicodeScalars.append(Unicode.Scalar(byte)) }
            let hex = String(byte, radix: 16, uppercase: true)
            result += "%" + (hex.utf8.count < 2 ? "0" + hex : hex)
        }
    }
}

/// The purpose of a bundle.
package enum FHIRForm: Hashable, Sendable {
    /// For a server, which applies all of it or nothing.
    case transaction
    /// For a file, for people and programs.
    case collection
}
