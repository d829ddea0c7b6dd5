/// A file of another program, recognised so that its refusal names the program and the way out.
package struct ForeignFile: Hashable {
    /// The name of the program.
    let program: String
    /// Parts of the beginning, in lower case and without quotation marks; one list of them must be there.
    let clues: [[String]]
    /// What to do.
    var advice = "if its app writes to Apple Health or Health Connect, import that export"

    /// The error that says it.
    package var error: HealthInputsError {
        HealthInputsError(
            .unsupportedInput,
            message: "this is a file of \(program), which is not supported: \(advice)"
        )
    }

    /// The program that wrote a table; nil for an unknown one.
    static func table(_ head: [UInt8]) -> ForeignFile? {
        // The person's details may precede the column names.
        let lines = InputHead.lines(head).prefix(24).joined(separator: "\n")
        return find(tables, in: lines.lowercased().filter { $0 != "\"" })
    }

    /// The program that wrote XML; nil for an unknown one.
    static func markup(_ head: [UInt8]) -> ForeignFile? {
        find(documents, in: String(decoding: head, as: UTF8.self).lowercased())
    }

    /// The program whose database has a table; nil for an unknown one.
    package static func database(_ names: some Sequence<String>) -> ForeignFile? {
        find(databases, in: names.sorted().joined(separator: "\n").lowercased())
    }

    /// The program that wrote JSON; nil for an unknown one.
    static func object(_ head: [UInt8]) -> ForeignFile? {
        find(objects, in: InputHead.text(head).lowercased().filter { $0 != "\"" })
    }

    private static func find(_ files: [ForeignFile], in text: String) -> ForeignFile? {
        let bytes = Array(text.utf8)
        return files.first { file in
            file.clues.contains { clues in clues.allSatisfy { TextSearch.contains(bytes, word: $0) } }
        }
    }
}
