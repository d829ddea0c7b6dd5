internal import VitalRecords

extension JSONReader {
    /// The longest text that is kept, in bytes: a source name or a date.
    private static let longestText = 1_024
    private static let mostNames = 1_000

    /// Reads the members of the next object; any other value is skipped.
    ///
    /// - Parameter body: Reads exactly one value.
    mutating func members(_ body: (inout JSONReader, String) throws -> Void) throws {
        let head = try head()
        guard head == .object else { return try skip(head) }
        try rest(body)
    }

    /// Reads the members of the open object.
    mutating func rest(_ body: (inout JSONReader, String) throws -> Void) throws {
        while try another() {
            let name = try key()
            try body(&self, name)
        }
    }

    /// Reads the elements of the next array; any other value is skipped.
    ///
    /// - Parameter body: Reads exactly one value.
    mutating func elements(_ body: (inout JSONReader) throws -> Void) throws {
        let head = try head()
        guard head == .array else { return try skip(head) }
        while try another() { try body(&self) }
    }

    /// Skips the next value.
    mutating func skip() throws {
        try skip(try head())
    }

    /// Reads a number; nil for any other value.
    mutating func decimal() throws -> DecimalNumber? {
        let head = try head()
        try skip(head)
        return decimal(head)
    }

    /// Reads a text; nil for any other value.
    mutating func text() throws -> String? {
        guard let range = try textRange() else { return nil }
        return text(range, longest: Self.longestText)
    }

    /// Reads a recurring text; equal ones share one string.
    mutating func name() throws -> String? {
        guard let range = try textRange() else { return nil }
        let bytes = window.bytes
        if let place = names.find(bytes.span, in: range) { return nameTexts[place] }
        guard let text = text(range, longest: Self.longestText) else { return nil }
        guard nameTexts.count < Self.mostNames else { return text }
        nameTexts.append(text)
        _ = names.add(bytes.span, in: range)
        return text
    }

    /// Reads a text and returns its position in the window, with its escapes; nil for any other value.
    mutating func textRange() throws -> ByteRange? {
        let head = try head()
        try skip(head)
        guard case .string(let range) = head else { return nil }
        return range
    }

    /// Reads a date; nil for any other value.
    mutating func moment() throws -> CivilMoment? {
        guard let range = try textRange() else { return nil }
        if let moment = CivilMoment(window.bytes.span, range: range) { return moment }
        // U+202F before AM may be written as an escape.
        return text(range, longest: 64).flatMap { CivilMoment($0) }
    }
}
