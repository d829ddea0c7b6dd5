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
