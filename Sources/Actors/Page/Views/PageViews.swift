internal import ActorRuntime
internal import Mustache

/// The templates in `templates/`, by name.
struct PageViews: Sendable {
    private let library: MustacheLibrary

    /// Reads all templates.
    ///
    /// - Throws: `RuntimeError` `configuration` for a template that is unreadable or invalid.
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

    /// Renders a template; every value is escaped.
    ///
    /// - Throws: `PageError` if there is no such template.
    func render(_ name: String, with values: [String: Any]) throws -> String {
        guard let text = library.render(values, withTemplate: name) else {
            throw PageError(.notFound, words: "unknown template '\(name)'")
        }
        return text
    }
}
