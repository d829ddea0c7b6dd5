internal import VitalRecords

extension JSONReader {
    /// The longest text that is taken: a name of a source or a date.
    private static let longestText = 1_024
    private static let mostNames = 1_000

    /// Reads the parts of the object that comes; anything else is stepped over.
    ///
    /// - Parameter body: Reads exactly one value.
    mutating func members(_ body: (inout JSONReader, String) throws -> Void) throws {
        let head = try head()
        guard head == .object else { return try skip(head) }
        try rest(body)
    }

    /// Reads the parts of the object that is open.
    mutating func rest(_ body: (inout JSONReader, String) throws -> Void) throws {
        while try another() {
            let name = try key()
            try body(&self, name)
        }
    }

    /// Reads the elements of the array that comes; anything else is stepped over.
    ///
    /// - Parameter body: Reads exactly one value.
    mutating func elements(_ body: (inout JSONReader) throws -> Void) throws {
        let head = try head()
        guard head == .array else { return try skip(head) }
        while try another() { try body(&self) }
    }

    /// Steps over the value that comes.
    mutating func skip() throws {
        try skip(try head())
    }

    /// Reads a number; nil for anything else.
    mutating func decimal() throws -> DecimalNumber? {
        let head = try head()
        try skip(head)
        return decimal(head)
    }

    /// Reads a text; nil for anything else.
    mutating func text() throws -> String? {
        guard let range = try textRange() else { return nil }
        return text(range, longest: Self.longestText)
    }

    /// Reads a text that comes again and again: equal ones are made once.
    mutating func name() throws -> String? {
        guard let range = try textRange() else { return nil }
        let bytes = window.bytes
        if let place = names.find(bytes.span, range) { return nameTexts[place] }
        guard let text = text(range, longest: Self.longestText) else { return nil }
        guard nameTexts.count < Self.mostNames else { return text }
        nameTexts.append(text)
        _ = names.add(bytes.span, range)
        return text
    }

    /// Reads a text and gives its place in the window, escapes and all; nil for anything else.
    mutating func textRange() throws -> ByteRange? {
        let head = try head()
        try skip(head)
        guard case .string(let range) = head else { return nil }
        return range
    }

    /// Reads a date; nil for anything else.
    mutating func moment() throws -> CivilMoment? {
        guard let range = try textRange() else { return nil }
        if let moment = CivilMoment(window.bytes.span, range) { return moment }
        // The narrow blank before AM may be written as an escape.
        return text(range, longest: 64).flatMap { CivilMoment($0) }
    }
}
