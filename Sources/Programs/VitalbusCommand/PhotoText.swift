internal import BusContract
internal import HubRunner
internal import VitalRecords

/// What was seen on a display, for people.
enum PhotoText {
    /// What was seen, and how sure that is, or why it is no reading.
    static func seen(_ result: DisplayResult) -> String {
        let rows = result.text.split(separator: "\n").joined(separator: " / ")
        if let refused = result.refused {
            return EventLine.plain("no reading, \(refused)" + (rows.isEmpty ? "" : ", seen was '\(rows)'"))
        }
        let values = MeasuredText.text(result.fields.compactMap(\.measurement))
        let shown = values.isEmpty ? rows.isEmpty ? "a reading whose values are not shared" : "'\(rows)'" : values
        return EventLine.plain("\(shown), \(percent(result.confidence)) sure")
    }

    /// Why a reading of the default user is nowhere.
    static func notStored(_ seat: String?) -> CommandFailure {
        CommandFailure(
            "notStored",
            "the default user is at seat \(seat ?? "?"): it was read, and nothing of it is kept; a session that "
                + "'vitalbus session start' begins has a person's readings kept",
            exitCode: 65
        )
    }

    /// What a person does with a held reading.
    static func steps(_ key: ReadingKey, seat: String?, isSure: Bool) -> [String] {
        let look = isSure ? [] : ["not certain, look first: vitalbus held show \(key) --picture display.jpg"]
        let seat = seat ?? "SEAT"
        return look + [
            "right: vitalbus held confirm \(key) --seat \(seat)",
            "wrong: the same with --value metric=number (as systolic=128), or vitalbus held discard \(key)",
        ]
    }

    /// A share of 1, as `98.7 %`.
    static func percent(_ share: Double) -> String {
        // What is nearly certain is not shown as certain; 0.987 is a little less than that in binary.
        let tenths = Int(clamping: (share * 1_000 + 1e-6).rounded(.down))
        return "\(tenths / 10).\(tenths % 10) %"
    }
}
