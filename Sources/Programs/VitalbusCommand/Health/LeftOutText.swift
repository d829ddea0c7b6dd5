internal import BusContract
internal import HealthInputs
internal import VitalRecords

/// The items that an import left out, as lines for people.
enum LeftOutText {
    /// The most lines shown; the rest is counted.
    private static let most = 20

    /// The lines of an importer's answer.
    static func lines(_ leftOut: [ImportLeftOut]) -> [String] {
        told(
            leftOut.map { line in
                let words = HealthLeftOut.Reason(rawValue: line.reason.rawValue)?.words ?? line.reason.rawValue
                return (line.file, line.element, words, line.count)
            }
        )
    }

    /// The lines of an examined file.
    static func lines(_ leftOut: HealthLeftOut) -> [String] {
        told(leftOut.series.map { ($0.file.isEmpty ? nil : $0.file, $0.element, $0.reason.words, $0.count) })
    }

    private static func told(_ all: [(file: String?, element: String?, words: String, count: Int)]) -> [String] {
        guard !all.isEmpty else { return [] }
        var found = ["left out:"]
        for line in all.prefix(most) {
            let what = [line.file, line.element == "file" ? nil : line.element].compactMap { $0 }.joined(
                separator: ", "
            )
            found.append("  \(line.count) × \(what.isEmpty ? line.words : "\(what): \(line.words)")")
        }
        let rest = Int.clampedSum(all.dropFirst(most).map(\.count))
        if rest > 0 { found.append("  … and \(rest) more; --json has them") }
        return found
    }
}
