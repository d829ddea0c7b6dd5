import Foundation
import TestSupport
import Testing

/// Runs `tools/house-rules` on a tree of a few lines: what it reports, and what it accepts.
@Suite struct HouseRuleTests {
    private static let payload = """
        public struct Told { public var waiting: Int; public var revision: Int; public var confidence: Double? }
        public struct Named { @CheckedID public var importID: String; @CheckedID public var seat: String? }
        """

    /// The rules' report on a receiver's line.
    private func breaches(_ line: String, in path: String = "Sources/Actors/Receiver/Line.swift") throws -> String {
        let root = FileManager.default.temporaryDirectory.appending(path: "vb-rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let script = ProjectFolder.file("tools/house-rules")
        let files = [
            "tools/house-rules": try String(contentsOf: script, encoding: .utf8),
            "Sources/Bus/BusContract/Told.swift": Self.payload, path: "internal import BusContract\n\(line)\n",
            "Tests/Some.swift": "import Testing\n",
        ]
        for (name, text) in files {
            let file = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        _ = try run(["git", "init", "-q"], in: root)
        return try run(["bash", "tools/house-rules"], in: root)
    }

    private func run(_ arguments: [String], in folder: URL) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect((process.terminationStatus == 0) == text.isEmpty, "\(text)")
        return text
    }

    @Test(arguments: [
        "let age = Int(now.timeIntervalSince(then))", "let part = UInt8((share * 255).rounded())",
        "let wait = Duration.milliseconds(Int64(Double(a) / 3))", "let now = Int64((a.timeIntervalSince(b)) * 1_000)",
        "let pause = Duration.seconds(end.timeIntervalSince(now))",
    ])
    func aConversionThatTrapsIsFound(line: String) throws {
        #expect(try breaches(line).contains("Conversions of a Double"))
    }

    @Test(arguments: [
        "let sum = told.waiting + 1", "let all = count * told.waiting", "sum += one.waiting",
        "let less = -told.revision",
        "let size = abs(told.revision)", "let next = found?.revision! + 1", "let left = 3 - one.told.waiting",
    ])
    func arithmeticOnWhatWasToldIsFound(line: String) throws {
        #expect(try breaches(line).contains("Arithmetic on numbers of other processes"))
    }

    @Test(arguments: [
        "try FileManager.default.removeItem(at: spool.appending(path: body.seat))",
        "let url = folder.appendingPathComponent(state.importID)",
        "try files.moveItem(atPath: \"\\(path)/\\(state.importID)\", toPath: other)",
    ])
    func aPathOfWhatWasToldIsFound(line: String) throws {
        #expect(try breaches(line).contains("Paths of what another process said"))
    }

    @Test(arguments: [
        "let url = folder.appending(path: upload.id)", "let seat = body.seat",
        "try files.removeItem(atPath: upload.folder)",
    ])
    func aPathOfWhatWasFoundPasses(line: String) throws { #expect(try breaches(line).isEmpty) }

    @Test(arguments: [
        "let age = Int(clamping: now.timeIntervalSince(then))", "let day = Int64(exactly: value.rounded()) ?? 0",
        "let count = Int(text) ?? 0", "let seconds = Int(term.components.seconds)",
        "let sum = Int.clampedSum(told.waiting, 1)", "let more = told.waiting.count + 1",
        "let half = told.revision / 2",
        "let next = told.revision + 1  // In range: checked above.",
        "let text = \"\\(told.waiting) - \\(told.revision)\"",
        "let room = Self.waiting * 2", "let other = mine.places + 1",
    ])
    func whatCannotTrapPasses(line: String) throws {
        #expect(try breaches(line).isEmpty)
    }

    @Test(arguments: [
        "let hub = try configuration.string(\"hub\")", "let rate = try context.configuration.intIfSet(name)",
        "let key = ConfigurationKey(\"rate\", .int(1...2), \"The rate.\")",
    ])
    func configurationByStringsIsFound(line: String) throws {
        #expect(try breaches(line).contains("Configuration by strings"))
        #expect(try breaches(line, in: "Sources/Runtime/ActorRuntime/Configuration/Setting.swift").isEmpty)
    }

    @Test func configurationByItsDeclarationPasses() throws {
        #expect(try breaches("let rate = try context.configuration[\\Keys.rate]").isEmpty)
    }

    @Test func pixelsHaveTheirOwnRules() throws {
        let line = "let column = Int((x * scale).rounded())"
        #expect(try breaches(line, in: "Sources/Displays/Pixels/Grid.swift").isEmpty)
        #expect(try breaches(line, in: "Sources/Records/DeliveryRules/Grid.swift").contains("Conversions of a Double"))
    }

    private static let store = "Sources/Store/Some/Line.swift"

    @Test(arguments: [
        "let row = try? store.row()", "guard let row = try? await store.row() else { return }",
        "_ = (try? store.row()) ?? nil",
        "// Absent is nil:\nlet row = try? store.row()", "// Cleanup: why\n\n\n\n\n\n\n\n\nlet row = try? store.row()",
    ])
    func anErrorThatNobodyHearsOfIsFound(line: String) throws {
        #expect(try breaches(line, in: Self.store).contains("Errors that nobody hears of"))
    }

    @Test(arguments: [
        "defer { try? file.close() }", "try? FileManager.default.removeItem(atPath: path)",
        "try? await clock.sleep(for: pause)", "let row = try store.row()", "// as try? does",
        "// Absent is nil: an empty store has no row.\nlet row = try? store.row()",
        "// Cleanup: the next start removes it.\nguard true,\n    (try? store.sweep()) != nil\nelse { return }",
    ])
    func whatClosesMayFailUnheard(line: String) throws {
        #expect(try breaches(line, in: Self.store) == "")
    }
}
