import Foundation

/// `RESULTS.md`: machine, table and lines.
struct ResultsFile {
    let folder: String

    private static let fence = "```json"

    /// Writes the file; figures that were not measured now keep their earlier lines.
    func write(_ lines: [FigureLine], _ machine: MachineFacts) throws {
        let path = URL(filePath: folder).appending(path: "RESULTS.md")
        let measured = lines.map { line in
            var line = line
            (line.date, line.commit) = (machine.date, machine.commit)
            return line
        }
        let kept = earlier(path).filter { old in !measured.contains { Self.topic($0) == Self.topic(old) } }
        let order = FigureName.allCases.map(\.rawValue)
        let all = (kept + measured).enumerated().sorted { left, right in
            let places = [left, right].map { order.firstIndex(of: Self.topic($0.element)) ?? order.count }
            return (places[0], left.offset) < (places[1], right.offset)
        }.map(\.element)
        try Data(try text(all, machine).utf8).write(to: path, options: .atomic)
    }

    /// What a line belongs to: the words before its first dot.
    private static func topic(_ line: FigureLine) -> String {
        String(line.figure.split(separator: ".").first ?? "")
    }

    private func earlier(_ path: URL) -> [FigureLine] {
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { $0.hasPrefix("{") }.compactMap {
            try? JSONDecoder().decode(FigureLine.self, from: Data($0.utf8))
        }
    }

    private func text(_ lines: [FigureLine], _ machine: MachineFacts) throws -> String {
        var parts = [
            "# Results", "",
            "Written by `tools/dev bench`; do not edit. What a figure means stands in `README.md`. A run of single figures",
            "replaces their lines only. Where a goal is missed, `NOTES.md` says why.", "",
            "| machine of the last run | |", "|---|---|",
        ]
        parts += machine.rows.map { "| \($0.0) | \($0.1) |" }
        parts += ["", "| figure | value | limit | ratio (min..max) | goal | met |", "|---|---|---|---|---|---|"]
        parts += lines.map(row)
        parts += ["", Self.fence] + (try lines.map { try $0.json }) + ["```"]
        return parts.joined(separator: "\n") + "\n"
    }

    private func row(_ line: FigureLine) -> String {
        let bounds = line.ratioSpread.map { "\($0)" }.joined(separator: "..")
        return "| \(line.figure) | \(line.value) \(line.unit) | \(line.limit) (\(line.limitIs)) | \(line.ratio) "
            + "(\(bounds)) | \(line.goal) | \(line.met ? "yes" : "**no**") |"
    }
}
