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
