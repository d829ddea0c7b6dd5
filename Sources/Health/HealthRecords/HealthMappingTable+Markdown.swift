internal import VitalRecords

extension HealthMappingTable {
    /// The table in Markdown, as the README beside this file has it.
    package static var markdown: String {
        let head = [
            "| set | HealthKit type | value | record | metric | unit of sums | how |",
            "| --- | --- | --- | --- | --- | --- | --- |",
        ]
        let lines = rows.map { row in
            let cells = [
                row.set.rawValue, "`\(row.identifier)`", row.value.map(String.init) ?? "",
                row.record?.rawValue ?? "none", row.metric?.rawValue ?? "none", row.unit ?? "",
                row.aggregation.rawValue,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        return (head + lines).joined(separator: "\n")
    }
}
