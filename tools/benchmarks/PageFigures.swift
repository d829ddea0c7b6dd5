import Foundation

/// A page of a module with the figures of a topic between its marks.
struct PageFigures {
    private static let marks = ("<!-- figures -->", "<!-- /figures -->")

    let path: String
    /// What the figures' names begin with.
    let topic: String

    /// Replaces the block; nothing without figures of the topic, or where the page has no marks.
    func write(_ lines: [FigureLine], _ machine: MachineFacts) throws {
        let own = lines.filter { $0.figure.hasPrefix("\(topic).") }
        guard !own.isEmpty, let text = try? String(contentsOfFile: path, encoding: .utf8),
            let start = text.range(of: Self.marks.0), let end = text.range(of: Self.marks.1),
            start.upperBound <= end.lowerBound
        else { return }
        let head = [
            "By `tools/dev bench \(topic)` on \(machine.processor), \(machine.date.prefix(10)), commit \(machine.commit).",
            "", "| figure | value | n | 95 % interval | limit | met |", "|---|---|---|---|---|---|",
        ]
        let block = (head + own.map(row)).joined(separator: "\n")
        let page = "\(text[..<start.upperBound])\n\(block)\n\(text[end.lowerBound...])"
        try Data(page.utf8).write(to: URL(filePath: path), options: .atomic)
    }

    private func row(_ line: FigureLine) -> String {
        let details = line.details ?? [:]
        let interval = [details["low"], details["high"]].compactMap { $0.map { "\($0)" } }.joined(separator: " to ")
        let count = details["n"].map { "\(Int($0))" } ?? ""
        return "| `\(line.figure)` | \(line.value) \(line.unit) | \(count) | \(interval) | "
            + "\(line.limit) (\(line.limitIs)) | \(line.met ? "yes" : "**no**") |"
    }
}
