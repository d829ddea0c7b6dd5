/// What a configuration file says for each process, as it is written: each process checks its own section itself.
package struct ConfigurationSections: Sendable {
    private let file: ConfigurationFile

    /// Reads a file.
    ///
    /// - Parameter actors: The names of the processes that a file may have sections for.
    /// - Throws: ``RuntimeError`` `configuration` naming the file and, where it is known, the line.
    package init(_ path: String, actors: [String]) throws {
        file = try ConfigurationFile.read(path, actors: actors)
    }

    /// A key's texts in one process's section; one for what is no list, nil where the section does not name the key.
    package func texts(_ key: String, of actor: String) -> [String]? {
        switch file.sections[actor]?[key]?.raw {
        case .text(let text)?: text.split(separator: ",").map { String($0.drop { $0 == " " }) }
        case .list(let texts)?: texts
        case nil: nil
        }
    }
}
