import ArgumentParser
import Foundation

/// Measures the figures that are named, all by default.
struct Measure: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Prints one line of JSON per figure; exit 0 also when a goal is missed.",
        discussion: "Names: \(FigureName.allCases.map(\.rawValue).joined(separator: ", "))."
    )

    @Argument(help: "What to measure.") var names: [FigureName] = []
    @Flag(help: "A few short rounds, to see that it works; such results are not kept.") var quick = false
    @Option(help: ArgumentHelp("Where RESULTS.md is written; nowhere without it.", valueName: "dir"))
    var results: String?

    func run() async throws {
        SilentPipe.ignore()
        let machine = await MachineFacts.read()
        var lines: [FigureLine] = []
        for name in names.isEmpty ? FigureName.allCases : names {
            FileHandle.standardError.line("== \(name.rawValue)")
            do {
                for line in try await name.measure(Effort(isQuick: quick)) {
                    FileHandle.standardOutput.line(try line.json)
                    lines.append(line)
                }
            } catch {
                FileHandle.standardError.line("vitalbus-bench: \(name.rawValue) cannot be measured: \(error)")
                throw ExitCode(1)
            }
        }
        guard !quick, let results else { return }
        try ResultsFile(folder: results).write(lines, machine)
        try PageFigures(path: "Sources/Displays/DisplayReading/README.md", topic: "ocr").write(lines, machine)
    }
}

extension FileHandle {
    /// Writes a line at once.
    func line(_ text: String) {
        try? write(contentsOf: Data("\(text)\n".utf8))
    }
}
