import Foundation
import TestSupport
import Testing

/// Checks the visual language: its colours, and that the page's styles use nothing else.
@Suite struct LooksTests {
    private static let assets = "\(ProjectFolder.url.path)/Sources/Actors/Page/Web/assets"
    private static let inks = ["ink", "soft", "accent", "high", "low", "wait"]
    private static let grounds = ["paper", "card", "mark"]

    /// The colours of the light and of the dark scheme; the dark one overrides the light one.
    private func schemes() throws -> [[String: [Double]]] {
        let text = try String(contentsOfFile: "\(Self.assets)/looks.css", encoding: .utf8)
        let halves = text.components(separatedBy: "prefers-color-scheme: dark")
        let light = try #require(halves.first)
        return [colours(light), colours(light).merging(colours(try #require(halves.last))) { $1 }]
    }

    private func colours(_ text: String) -> [String: [Double]] {
        var found: [String: [Double]] = [:]
        for match in text.matches(of: /--([a-z]+): #([0-9a-f]{3,6});/) {
            let digits = String(match.output.2)
            let whole = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : digits
            guard let number = Int(whole, radix: 16) else { continue }
            found[String(match.output.1)] = [16, 8, 0].map { Double((number >> $0) & 255) / 255 }
        }
        return found
    }

    /// Relative luminance (WCAG 2.2).
    private func luminance(_ colour: [Double]) -> Double {
        let parts = colour.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    @Test func everyTextColourCanBeReadOnEveryGround() throws {
        for (scheme, colours) in zip(["light", "dark"], try schemes()) {
            for ink in Self.inks {
                for ground in Self.grounds {
                    let pair = [luminance(try #require(colours[ink])), luminance(try #require(colours[ground]))]
                        .sorted()
                    let contrast = (pair[1] + 0.05) / (pair[0] + 0.05)
                    #expect(contrast >= 4.5, "\(scheme): \(ink) on \(ground) has \(contrast)")
                }
            }
        }
    }

    @Test func onlyTheOneFileNamesTheColoursOfText() throws {
        for name in ["page", "board"] {
            let text = try String(contentsOfFile: "\(Self.assets)/\(name).css", encoding: .utf8)
            // Paper is white in both schemes.
            let named = text.matches(of: /[ {;]color: #([0-9a-f]+)/).map { String($0.output.1) }
            #expect(named.filter { $0 != "000" }.isEmpty, "\(named)")
            let used = Set(text.matches(of: /var\(--([a-z-]+)\)/).map { String($0.output.1) })
            let known = try String(contentsOfFile: "\(Self.assets)/looks.css", encoding: .utf8)
            #expect(used.filter { !known.contains("--\($0):") }.isEmpty, "\(used)")
        }
    }

    @Test func theComponentsPageShowsEachColour() throws {
        let styles = try String(contentsOfFile: "\(Self.assets)/page.css", encoding: .utf8)
        for ink in Self.inks { #expect(styles.contains(".ink-\(ink) {"), "\(ink)") }
    }
}
