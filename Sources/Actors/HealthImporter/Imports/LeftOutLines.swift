internal import BusContract
internal import HealthInputs
internal import VitalRecords

/// Formats skipped entries for the bus: short, and without folders, whose names may contain a person's name.
enum LeftOutLines {
    /// The largest number of lines for one import; further entries are summed up by reason.
    static let most = 40
    /// The longest file name or element, in bytes.
    private static let longest = 96

    /// The lines of a list, with the most frequent entries listed singly; nil for an empty list.
    static func lines(_ list: HealthLeftOut) -> [ImportLeftOut]? {
        let lines = list.series.map { entry in
            ImportLeftOut(
                reason: ImportLeftOut.Reason(rawValue: entry.reason.rawValue),
                count: entry.count,
                file: text(String(entry.file.split(separator: "/").last ?? "")),
                element: text(entry.element)
            )
        }
        guard lines.count > most else { return lines.isEmpty ? nil : lines }
        // Leave room for one sum per reason.
        let kept = lines.sorted { $0.count > $1.count }.prefix(most - ImportLeftOut.Reason.known.count)
        let named = Set(kept)
        return lines.filter(named.contains) + (brief(lines.filter { !named.contains($0) }) ?? [])
    }

    /// The lines summed up by reason; nil for none.
    static func brief(_ lines: [ImportLeftOut]?) -> [ImportLeftOut]? {
        guard let lines, !lines.isEmpty else { return nil }
        let sums = Dictionary(grouping: lines, by: \.reason).mapValues { $0.reduce(0) { $0 + $1.count } }
        return sums.sorted { $0.key.rawValue < $1.key.rawValue }.map { ImportLeftOut(reason: $0.key, count: $0.value) }
    }

    private static func text(_ text: String) -> String? { text.isEmpty ? nil : text.cut(toBytes: longest) }
}
