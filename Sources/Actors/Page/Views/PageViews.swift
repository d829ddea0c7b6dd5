internal import ActorRuntime
internal import Mustache

/// The templates of `templates/`, each by its name.
struct PageViews: Sendable {
    private let library: MustacheLibrary

    /// Reads all templates.
    ///
    /// - Throws: `RuntimeError` `configuration` for one that cannot be read or is none.
    init(_ folder: WebFolder) throws {
        var library = MustacheLibrary()
        for name in try folder.names("templates") where name.hasSuffix(".mustache") {
            let text = String(decoding: try folder.bytes("templates", name: name), as: UTF8.self)
            do {
                try library.register(text, named: String(name.dropLast(9)))
            } catch {
                throw RuntimeError(.configuration, message: "web: templates/\(name) is not a template (\(error))")
            }
        }
        self.library = library
    }

    /// A template with its values filled in; each is escaped.
    ///
    /// - Throws: `PageError` where there is no such template.
    func render(_ name: String, with values: [String: Any]) throws -> String {
        guard let text = library.render(values, withTemplate: name) else {
            throw PageError(.notFound, words: "there is no template '\(name)'")
        }
        return text
    }
}
