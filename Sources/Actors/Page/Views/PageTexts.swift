internal import ActorRuntime
internal import FoundationEssentials
internal import VitalRecords

/// The page's texts in each language, from the flat files `texts/{language}.json`.
struct PageTexts: Sendable {
    /// The texts of one language.
    struct Language: Sendable {
        let code: String
        let words: [String: String]
        /// The texts nested as templates name them: `nav.label` is `label` in `nav`.
        let tree: [String: [String: String]]

        init(code: String, words: [String: String]) {
            var tree: [String: [String: String]] = [:]
            for (name, text) in words {
                let halves = name.split(separator: ".", maxSplits: 1).map(String.init)
                if halves.count == 2 { tree[halves[0], default: [:]][halves[1]] = text }
            }
            (self.code, self.words, self.tree) = (code, words, tree)
        }

        /// A text with its placeholders `{name}` filled in; the text's name if it is missing.
        subscript(_ name: String, _ parts: [String: String]) -> String {
            var text = words[name] ?? name
            for (part, value) in parts { text = text.replacing("{\(part)}", with: value) }
            return text
        }

        subscript(_ name: String) -> String { self[name, [:]] }

        /// The text for a code of the contract or a metric; without a text, the code itself in plain words.
        func word(_ name: String, of kind: String) -> String {
            words["\(kind).\(name)"] ?? name.replacing("_", with: " ")
        }

        /// The name of a metric; a pair of pressures has one name.
        func metric(_ metric: MetricName, isPair: Bool = false) -> String {
            word(isPair ? Self.pair : metric.rawValue, of: "metric")
        }

        /// The short name of a metric for narrow columns; without one, its name.
        func short(_ metric: MetricName, isPair: Bool = false) -> String {
            words["short.\(isPair ? Self.pair : metric.rawValue)"] ?? self.metric(metric, isPair: isPair)
        }

        private static let pair = "blood_pressure"

        /// A number in the language's notation.
        func number(_ text: String) -> String { text.replacing(".", with: words["decimal.point"] ?? ".") }
    }

    private let languages: [String: Language]
    private let standard: String

    /// Reads all languages.
    ///
    /// - Throws: `RuntimeError` `configuration` for a file that is not a JSON object of texts, or if the default
    ///   language is missing.
    init(_ folder: WebFolder, standard: String) throws {
        var found: [String: Language] = [:]
        for name in try folder.names("texts") where name.hasSuffix(".json") {
            let code = String(name.dropLast(5))
            do {
                let bytes = try folder.bytes("texts", name: name)
                found[code] = Language(
                    code: code,
                    words: try JSONDecoder().decode([String: String].self, from: Data(bytes))
                )
            } catch {
                throw RuntimeError(.configuration, message: "web: texts/\(name) is not a JSON object of texts")
            }
        }
        guard found[standard] != nil else {
            let known = found.keys.sorted().joined(separator: ", ")
            throw RuntimeError(
                .configuration,
                message: "language: there are no texts in '\(standard)'; there are: \(known)"
            )
        }
        (languages, self.standard) = (found, standard)
    }

    /// The language of the device catalogue.
    var catalogue: Language { languages["en"] ?? Language(code: "en", words: [:]) }

    /// The codes of all languages.
    var codes: [String] { languages.keys.sorted() }

    /// The language to use for a browser.
    ///
    /// - Parameters:
    ///   - chosen: The language that the person chose.
    ///   - accepted: The header `Accept-Language`, best first as browsers send it.
    func language(chosen: String?, accepted: String?) -> Language {
        let wanted = (accepted ?? "").split(separator: ",").compactMap {
            $0.split(whereSeparator: { "-; ".contains($0) }).first
        }
        let found = ([chosen].compactMap(\.self) + wanted.map { $0.lowercased() }).lazy.compactMap { languages[$0] }
            .first
        // The default language exists, because the initialiser requires it.
        return found ?? languages[standard] ?? Language(code: standard, words: [:])
    }
}
