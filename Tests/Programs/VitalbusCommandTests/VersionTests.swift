import ActorRuntime
import Foundation
import TestSupport
import Testing

/// The sources state the version in one place, and the pages that name it agree.
@Suite struct VersionTests {
    @Test func theVersionHasOnePlaceInTheSources() throws {
        let sources = ProjectFolder.file("Sources")
        let walk = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let files = try #require(walk).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 500, "the sources were not found")
        let named = try files.filter {
            try String(contentsOf: $0, encoding: .utf8).contains("\"\(VitalBus.version)\"")
        }
        #expect(named.map(\.lastPathComponent) == ["ActorPlatform.swift"])
    }

    @Test(arguments: ["docs/how-to/install.md", "deploy/README.md"])
    func packagesAreNamedWithIt(page: String) throws {
        let text = try String(contentsOf: ProjectFolder.file(page), encoding: .utf8)
        let versions = text.matches(of: /vitalbus(?:-ocr)?_([0-9.]+)_/).map { String($0.output.1) }
        #expect(!versions.isEmpty && Set(versions) == [VitalBus.version], "\(versions)")
    }

    @Test func theChangelogHasItBelowUnreleased() throws {
        let text = try String(contentsOf: ProjectFolder.file("CHANGELOG.md"), encoding: .utf8)
        let heads = text.split(separator: "\n").filter { $0.hasPrefix("## ") }
        #expect(heads.first == "## Unreleased" && heads.dropFirst().first?.hasPrefix("## \(VitalBus.version)") == true)
    }
}
