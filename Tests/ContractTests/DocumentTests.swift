import Foundation
import TestSupport
import Testing

/// The paths, files and types that the documents name exist; a page that names a moved or renamed one fails.
@Suite struct DocumentTests {
    @Test func whatThePagesNameIsThere() throws {
        let tree = SourceTree.shared
        let pages = try tree.pages()
        #expect(pages.count > 30 && tree.types.count > 1_000, "the pages or the sources were not found")
        for page in pages {
            for missing in tree.missing(in: page) { Issue.record("\(page.path) names \(missing)") }
        }
    }

    /// `tools/house-layout` checks imports against its own table; people read the one in ARCHITECTURE.md.
    @Test func bothTablesOfTheGroupsAreOne() throws {
        let rule = try lines("tools/house-layout").compactMap { line -> [String]? in
            let words = line.split { !$0.isLetter }.map(String.init)
            return line.hasPrefix("    \"") && line.contains(": [") ? words : nil
        }
        let page = try lines("ARCHITECTURE.md").drop { $0 != "| group | sees |" }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }
            .map { line in line.split { !$0.isLetter }.map(String.init).filter { $0 != "nothing" } }
        #expect(page == rule && page.count == 12)
    }

    private func lines(_ path: String) throws -> [String] {
        try String(contentsOf: ProjectFolder.file(path), encoding: .utf8).components(separatedBy: "\n")
    }

    @Test(arguments: [
        "[there](nowhere.md)", "`Sources/Records/Nowhere.swift`", "`tools/nowhere --now`", "`Tests/Records/Nowhere*`",
        "`Nowhere.swift`", "`NoSuchType`", "`NoSuchType.member`", "an odd ` one",
    ])
    func whatIsNotThereIsFound(text: String) {
        #expect(SourceTree.shared.missing(in: Page(path: "README.md", text: text)).count == 1)
    }

    /// The clients' pages name things in their own languages, and files in their folders.
    @Test(arguments: [
        ("`BusClient` `src/Mosquitto.cs` [a round](examples/Round.cs)", 0), ("`NoSuchType`", 1),
        ("`src/Nowhere.cs`", 1),
    ])
    func whatAClientsPageNames(text: String, missing: Int) {
        let page = Page(path: "clients/csharp/README.md", text: text)
        #expect(SourceTree.shared.missing(in: page).count == missing)
    }

    @Test(arguments: [
        "[there](topics/README.md#topics)", "[elsewhere](https://example.org/nowhere)", "`tools/dev nothing`",
        "`Tests/SystemTests/HardMoments*.swift`", "`KeyRule.swift`", "`KeyRule.decide`", "`SessionManagerActor`",
        "`Device1`", "`HKQuantityTypeIdentifierHeight`", "`SIGTERM` `topics/{x}` `Ready`", "```\n`NoSuchType`\n```",
    ])
    func whatIsThereIsNot(text: String) {
        #expect(SourceTree.shared.missing(in: Page(path: "README.md", text: text)).isEmpty)
    }
}

/// A page of the documents.
struct Page: Sendable {
    /// Relative to the checkout.
    let path: String
    let text: String

    /// The text between backticks, outside fenced blocks; nil if a backtick has no partner.
    var spans: [String]? {
        let parts = prose.components(separatedBy: "`")
        guard parts.count % 2 == 1 else { return nil }
        return stride(from: 1, to: parts.count, by: 2).map { parts[$0] }
    }

    /// The targets of its links, without the anchors.
    var links: [String] {
        prose.components(separatedBy: "](").dropFirst().compactMap { rest in
            let target = rest.prefix { $0 != ")" && $0 != "#" }
            return target.isEmpty || target.contains("://") ? nil : String(target)
        }
    }

    private var prose: String {
        let blocks = text.components(separatedBy: "```")
        return stride(from: 0, to: blocks.count, by: 2).map { blocks[$0] }.joined()
    }
}

/// The files of the checkout, and the types that its Swift code declares.
struct SourceTree: Sendable {
    static let shared = SourceTree()

    private static let folders = ["Sources", "Tests", "tools", "topics", "deploy", "clients", "docs"]
    private static let roots = Set(folders + [".ci", ".github"])
    /// The folders with Swift code.
    private static let places = ["Package.swift", "Sources", "Tests", "tools"]
    private static let pagesOfTheRoot = [
        "ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "RELEASING.md", "SAFETY.md", "SECURITY.md",
    ]
    /// HealthKit's names, which the code stores without their prefix.
    private static let healthKit = ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier"]

    /// The path of each file below the folders.
    let paths: Set<String>
    /// Types, enum cases, and names in the code's strings (targets, and D-Bus names).
    let types: Set<String>
    private let names: Set<String>
    /// Every word that begins with a capital in the clients' code, which is in other languages.
    private let clientNames: Set<String>

    init() {
        var paths = Set(Self.pagesOfTheRoot + ["CHANGELOG.md", "Package.swift", "mkdocs.yml"])
        for folder in Self.folders {
            let below = FileManager.default.enumerator(atPath: ProjectFolder.file(folder).path)
            while let path = below?.nextObject() as? String { paths.insert("\(folder)/\(path)") }
        }
        self.paths = paths
        let declared = #"\b(struct|class|enum|actor|protocol|typealias|case) [A-Z]\w+"#
        types = Self.found([declared, #"[".][A-Z]\w+""#], endings: ["swift"], places: Self.places)
        clientNames = Self.found([#"\b[A-Z]\w+"#], endings: ["py", "ts", "cs"], places: ["clients"])
        names = Set(paths.compactMap { $0.split(separator: "/").last.map(String.init) })
    }

    /// The last word of what the patterns match in code: the name after a declaration's keyword, and a whole string or
    /// its last part; `grep` is fast enough.
    private static func found(_ patterns: [String], endings: [String], places: [String]) -> Set<String> {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        let words = endings.map { "--include=*.\($0)" } + patterns.flatMap { ["-e", $0] }
        process.arguments = ["grep", "-rhoE"] + words + places
        process.currentDirectoryURL = ProjectFolder.url
        process.standardOutput = output
        guard (try? process.run()) != nil, let found = try? output.fileHandleForReading.readToEnd() else { return [] }
        process.waitUntilExit()
        let lines = Set(String(decoding: found, as: UTF8.self).split(separator: "\n"))
        return Set(lines.compactMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last.map(String.init) })
    }

    /// The pages to check: those of the root, all of `docs`, and each folder's README.md.
    func pages() throws -> [Page] {
        let guides = paths.filter { $0.hasPrefix("docs/") && $0.hasSuffix(".md") }
        let all = Self.pagesOfTheRoot + guides + paths.filter { $0.hasSuffix("/README.md") }
        return try all.sorted().map { path in
            Page(path: path, text: try String(contentsOf: ProjectFolder.file(path), encoding: .utf8))
        }
    }

    /// The names on a page that the checkout lacks.
    func missing(in page: Page) -> [String] {
        guard let spans = page.spans else { return ["something between backticks without an end"] }
        let links = page.links.filter { link in
            let folder = ProjectFolder.file(page.path).deletingLastPathComponent()
            return !FileManager.default.fileExists(atPath: folder.appending(path: link).path)
        }
        return links.map { "the page \($0)" } + spans.compactMap { missing(span: $0, path: page.path) }
    }

    private func missing(span: String, path: String) -> String? {
        guard let word = span.split(whereSeparator: \.isWhitespace).first.map(String.init), !word.contains("…") else {
            return nil
        }
        let parts = word.split(separator: "/")
        if parts.count > 1, let first = parts.first, Self.roots.contains(String(first)), !word.contains("{") {
            return exists(word) ? nil : "the path \(word)"
        }
        if parts.count == 1, !word.contains("*"), [".swift", ".md", ".py"].contains(where: word.hasSuffix) {
            return word.hasPrefix(".") || names.contains(word) ? nil : "the file \(word)"
        }
        if path.hasPrefix("clients/"), parts.count > 1, [".cs", ".ts", ".py"].contains(where: word.hasSuffix) {
            let folder = path.dropLast("README.md".count)
            return paths.contains(folder + word) ? nil : "the file \(word)"
        }
        let name = String(span.prefix { $0 != "." && $0 != "(" })
        guard looksLikeAType(name), !Self.healthKit.contains(where: name.hasPrefix) else { return nil }
        return types.contains(name) || path.hasPrefix("clients/") && clientNames.contains(name)
            ? nil : "the type \(name)"
    }

    private func exists(_ path: String) -> Bool {
        guard let star = path.firstIndex(of: "*") else {
            return FileManager.default.fileExists(atPath: ProjectFolder.file(path).path)
        }
        let (start, end) = (path[..<star], path[path.index(after: star)...])
        return paths.contains { $0.hasPrefix(start) && $0.hasSuffix(end) }
    }

    /// Only letters and digits, first a capital, later another capital and a small letter: `QueueEntry`, not `SIGTERM`
    /// or `Ready`.
    private func looksLikeAType(_ word: String) -> Bool {
        word.first?.isUppercase == true && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            && word.dropFirst().contains(where: \.isUppercase) && word.contains(where: \.isLowercase)
    }
}
