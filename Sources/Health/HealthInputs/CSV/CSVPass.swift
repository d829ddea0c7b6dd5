internal import Archive

/// One pass over a table.
enum CSVPass {
    /// Reads a table.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - progress: Called with the number of bytes read; throw to stop.
    ///   - body: Reads the rows; returns the fault that stopped it early, or nil.
    /// - Returns: The number of bytes read, and the fault that stopped the pass early, or nil.
    static func run(
        _ source: any ByteSource,
        progress: (UInt64) throws -> Void,
        _ body: (inout CSVReader) throws -> InputFault?
    ) throws -> (bytes: UInt64, fault: InputFault?) {
        try withoutActuallyEscaping(progress) { progress in
            var reader = CSVReader(ByteWindow(source, progress: progress))
            let fault = try body(&reader)
            let offset = fault?.offset ?? reader.window.offset
            guard let failure = reader.window.failure else { return (offset, fault) }
            return (offset, InputFault(offset: offset, message: failure.message))
        }
    }

    /// The fault of a last row without a line end: its last field may be incomplete.
    static func cut(_ reader: CSVReader) -> InputFault {
        InputFault(offset: reader.offset, message: "the file ends inside its last row; that row was left out")
    }
}

/// The column names of a table.
struct CSVHeader {
    /// The names in lower case, in order.
    let names: [String]

    /// Reads the names from the last row read; those beyond the first 1,024 are dropped.
    init(_ reader: CSVReader) {
        names = (0..<min(reader.fields.count, 1_024)).map { reader.text($0).lowercased() }
    }

    /// Finds a column by name; a dotted prefix is allowed and preferred, because it identifies the owner.
    func column(_ name: String) -> Int? {
        names.firstIndex { $0.hasSuffix("." + name) } ?? names.firstIndex(of: name)
    }
}
