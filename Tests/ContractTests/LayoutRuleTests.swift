import Foundation
import TestSupport
import Testing

/// Runs `tools/house-layout` on a small package: imports against the layers, undeclared dependencies, large types.
@Suite struct LayoutRuleTests {
    private static let manifest = """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
            name: "small",
            products: [.library(name: "Wires", targets: ["Wire"])],
            targets: [
                .target(name: "Facts", path: "Sources/Records/Facts"),
                .target(name: "Wire", dependencies: ["Facts"], path: "Sources/Bus/Wire"),
                .target(name: "OneActor", dependencies: ["Wire"], path: "Sources/Actors/One"),
                .target(name: "TwoActor", dependencies: ["OneActor"], path: "Sources/Actors/Two"),
            ]
        )
        """
    private static let sources = [
        "Sources/Records/Facts/Facts.swift": "public struct Facts {}\n",
        "Sources/Bus/Wire/Wire.swift": "import Facts\npublic struct Wire {}\n",
        "Sources/Actors/One/One.swift": "import Wire\npublic struct One {}\n",
        "Sources/Actors/Two/Two.swift": "public struct Two {}\n",
    ]

    /// The tool's report on the package with some files replaced.
    private func breaches(_ changes: [String: String] = [:]) throws -> String {
        let root = FileManager.default.temporaryDirectory.appending(path: "vb-layout-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let tool = try String(contentsOf: ProjectFolder.file("tools/house-layout"), encoding: .utf8)
        let files = ["Package.swift": Self.manifest, "tools/house-layout": tool].merging(Self.sources) { $1 }
        for (name, text) in files.merging(changes, uniquingKeysWith: { $1 }) {
            let file = root.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "tools/house-layout"]
        process.currentDirectoryURL = root
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }

    @Test func aTreeThatKeepsTheRulesHasNoBreachOfImports() throws {
        let text = try breaches(["Sources/Actors/Two/Two.swift": "import OneActor\npublic struct Two {}\n"])
        #expect(!text.contains("Imports"), "\(text)")
        #expect(text.contains("Actors that import each other:\n  TwoActor imports OneActor"))
    }

    @Test func anImportAgainstTheLayersIsFound() throws {
        let text = try breaches(["Sources/Records/Facts/Facts.swift": "import Wire\npublic struct Facts {}\n"])
        #expect(text.contains("Imports against the layers"))
        #expect(text.contains("Records/Facts imports Bus/Wire"))
        #expect(text.contains("Imports that Package.swift does not declare for the target:\n  Facts imports Wire"))
    }

    @Test func whatIsDeclaredAndNotImportedIsFound() throws {
        #expect(try breaches().contains("nobody imports:\n  TwoActor lists OneActor"))
    }

    /// Targets on the longest dependency path build one after the other.
    @Test func tooLongAWayDownIsFound() throws {
        func breaches(levels: Int) throws -> String {
            let names = (1...levels).map { "Level\($0)" }
            let targets = names.enumerated().map { index, name in
                let below = index == 0 ? "" : ", dependencies: [\"\(names[index - 1])\"]"
                return "        .target(name: \"\(name)\"\(below), path: \"Sources/Records/\(name)\"),\n"
            }
            let head =
                "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(\n    name: \"small\",\n"
            var files = ["Package.swift": head + "    targets: [\n\(targets.joined())    ]\n)\n"]
            for (index, name) in names.enumerated() {
                let below = index == 0 ? "" : "import \(names[index - 1])\n"
                files["Sources/Records/\(name)/\(name).swift"] = "\(below)public struct Type\(index) {}\n"
            }
            return try self.breaches(files)
        }
        #expect(try !breaches(levels: 7).contains("levels"))
        #expect(try breaches(levels: 8).contains("Level8: 8, Level8 > Level7 > "))
    }

    /// Targets that a product reaches must have no unsafe flags; targets without dependants may be optimised for their
    /// tests.
    @Test func unsafeFlagsAreFoundWhereAProductReachesThem() throws {
        func breaches(of path: String) throws -> String {
            let plain = "path: \"\(path)\""
            let flags = #", swiftSettings: [.unsafeFlags(["-O"], .when(configuration: .debug))]"#
            #expect(Self.manifest.contains(plain))
            return try self.breaches(["Package.swift": Self.manifest.replacing(plain, with: plain + flags)])
        }
        let text = try breaches(of: "Sources/Records/Facts")
        #expect(text.contains("Targets of a product with unsafe flags in Package.swift:\n  Facts\n"), "\(text)")
        #expect(try !breaches(of: "Sources/Actors/Two").contains("unsafe flags"))
    }

    @Test func aTypeIsCountedOverAllItsFiles() throws {
        let part = (1...16).map { "    func f\($0)() {}\n" }.joined()
        let text = try breaches([
            "Sources/Bus/Wire/Wire.swift": "import Facts\npublic struct Wire {\n\(part)}\n",
            "Sources/Bus/Wire/Wire+More.swift": "extension Wire {\n\(part)}\n",
        ])
        #expect(text.contains("Wire.Wire: 36 lines, 32 functions in 2 parts"), "\(text)")
    }
}
