internal import CodedErrors
internal import DisplayLayouts
internal import FoundationEssentials
internal import Yams

/// An operator's YAML file with meters and layouts.
///
/// `deploy/config/ocr-layouts.example.yaml` shows every key. An unknown key is an error, because it is probably a typo.
package struct LayoutFile: Sendable, Hashable {
    /// The size limit of a file in bytes.
    package static let sizeLimit = 262_144
    /// The limit of peripherals in a file.
    package static let entryLimit = 1_000
    /// The IDs reserved for operators, as for their Bluetooth peripherals.
    package static let ids = 50_000...99_999

    /// The peripherals.
    package let peripherals: [DisplayPeripheral]

    /// Reads a file.
    ///
    /// - Throws: ``LayoutFileError`` with the file and, if known, line and key.
    package static func read(_ path: String) throws(LayoutFileError) -> LayoutFile {
        // Absent is nil: the error is thrown below.
        guard let data = try? Data(contentsOf: URL(filePath: path)) else {
            throw LayoutFileError("\(path) cannot be read: check that it exists and its permissions")
        }
        guard data.count <= sizeLimit else {
            throw LayoutFileError("\(path) is over \(sizeLimit) bytes: too large for a file of layouts")
        }
        return try LayoutFile(text: String(decoding: data, as: UTF8.self), path: path)
    }

    /// Parses the text of a file.
    ///
    /// - Throws: ``LayoutFileError`` with the file and, if known, line and key.
    package init(text: String, path: String) throws(LayoutFileError) {
        guard let root = try Self.compose(text, path: path), root.null == nil else {
            peripherals = []
            return
        }
        let whole = LayoutNode(root, path: path, place: "")
        try whole.check(["peripherals"])
        let nodes = try whole.child("peripherals")?.items() ?? []
        guard nodes.count <= Self.entryLimit else { throw whole.wrong("more than \(Self.entryLimit) peripherals") }
        var known: Set<Int> = []
        var found: [DisplayPeripheral] = []
        for node in nodes {
            let peripheral = try node.peripheral()
            guard known.insert(peripheral.id).inserted else {
                throw node.wrong("the id \(peripheral.id) occurs twice: change one of them")
            }
            found.append(peripheral)
        }
        peripherals = found
    }

    private static func compose(_ text: String, path: String) throws(LayoutFileError) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let error as YamlError {
            throw LayoutFileError("\(path)\(place(error))")
        } catch {
            throw LayoutFileError("\(path): the YAML is wrong")
        }
    }

    private static func place(_ error: YamlError) -> String {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            ":\(mark.line): the YAML is wrong: \(problem)"
        case .duplicatedKeysInMapping(let names, _): ": the key '\(names.first ?? "")' occurs twice"
        default: ": the YAML is wrong"
        }
    }
}

/// An error in an operator's layout file.
package struct LayoutFileError: WordedError, Hashable, Sendable {
    /// The file and, if known, line and key; the fault and its remedy.
    package let message: String

    /// Creates an error.
    package init(_ message: String) {
        self.message = message
    }
}
