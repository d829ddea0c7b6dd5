internal import Archive

/// One pass over a table.
enum CSVPass {
    /// Reads a table.
    ///
    /// - Parameters:
    ///   - source: The bytes of the file.
    ///   - progress: Is told how many bytes came; throws to stop.
    ///   - body: Reads row by row; gives what broke it off before the end, if anything did.
    /// - Returns: How many bytes came, and what broke the pass off.
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

    /// Why a last row without a line's end is not read: its last field may be a part only.
    static func cut(_ reader: CSVReader) -> InputFault {
        InputFault(offset: reader.offset, message: "the file ends inside of its last row; that was left out")
    }
}

/// The names of a table's columns.
struct CSVHeader {
    /// The names in lower case, as they stand.
    let names: [String]

    /// Takes the row that was read last; names beyond the first 1,024 are dropped.
    init(_ reader: CSVReader) {
        names = (0..<min(reader.fields.count, 1_024)).map { reader.text($0).lowercased() }
    }

    /// The column of a name, also where words with dots stand before it; those win, because they tell whose it is.
    func column(_ name: String) -> Int? {
        names.firstIndex { $0.hasSuffix("." + name) } ?? names.firstIndex(of: name)
    }
}
