import Foundation
import TestSupport
import Testing

@testable import PageActor

/// Checks that every address of the page goes through the one place that puts the base before it.
@Suite struct PagePathTests {
    private static let page = ProjectFolder.url.path + "/Sources/Actors/Page"

    private func lines(_ folder: String, ending: String) throws -> [(place: String, text: String)] {
        var found: [(String, String)] = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: "\(Self.page)/\(folder)").sorted()
        where path.hasSuffix(ending) {
            let text = try String(contentsOfFile: "\(Self.page)/\(folder)/\(path)", encoding: .utf8)
            let numbered = text.components(separatedBy: "\n").enumerated()
            found += numbered.map { ("\(path):\($0.offset + 1)", $0.element) }
        }
        #expect(found.count > 500, "\(folder)")
        return found
    }

    @Test func templatesPutTheBaseBeforeEachAddress() throws {
        var addresses = 0
        for (place, line) in try lines("Web/templates", ending: ".mustache") {
            for match in line.matches(of: /\s(href|src|action|formaction|poster|data-[a-z-]+)="([^"]*)"/) {
                let (name, value) = (match.output.1, match.output.2)
                if value.hasPrefix("{{base}}") {
                    addresses += 1
                } else if name.hasPrefix("data-") {
                    #expect(!value.hasPrefix("/") && !value.hasPrefix("{{path}}"), "\(place): \(name)")
                } else {
                    #expect(value.hasPrefix("#"), "\(place): \(name)=\(value)")
                }
            }
        }
        #expect(addresses > 100)
    }

    @Test func scriptsMakeEachAddressByTheOneFunction() throws {
        // The names of functions that pass their path on to `at`, and what is no address.
        let through = ["at(", "address(", "question("]
        let others = [#"event.key === "/""#, #"back === "/""#, #"includes("/page.css")"#]
        var addresses = 0
        for (place, line) in try lines("Web/assets", ending: ".js") where !place.hasPrefix("uplot.js") {
            let text = others.reduce(line) { $0.replacing($1, with: "") }
            for match in text.matches(of: /["'`]\/[a-z"'`$]/) {
                let before = text[..<match.range.lowerBound]
                #expect(through.contains { before.hasSuffix($0) }, "\(place): \(line)")
                addresses += 1
            }
            #expect(!line.contains("location.pathname") || place.hasPrefix("base.js"), "\(place)")
        }
        #expect(addresses > 15)
    }

    @Test func codeSendsBrowsersOnlyThroughTheBase() throws {
        // Redirects, cookies and whole addresses each have one place.
        let only = [
            ".redirect(to:": ["Server/PageReply.swift", "Server/PageEntrance.swift"],
            " Cookie(": ["Server/PageReply.swift"],
            ".authority": ["Server/PageEntrance.swift", "Pages/AuthorityPages.swift"],
            "X-Forwarded": ["Server/PageProxies.swift", "Server/PageDoors.swift", "PageActor.swift"],
        ]
        for (place, line) in try lines("", ending: ".swift") {
            for (word, files) in only where line.contains(word) && !line.contains("PageReply\(word)") {
                // The site's authority is a certificate's.
                guard !line.contains("access.authority") else { continue }
                #expect(files.contains { place.contains($0) }, "\(place): \(line)")
            }
        }
    }
}
