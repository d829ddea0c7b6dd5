internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The held reading that is shown, and what a person has chosen for it.
///
/// A choice belongs to the reading that was looked at: when another one is shown, nothing is chosen, so that no button decides about what
/// its presser has not seen.
struct HeldChoice: Sendable {
    /// Why nothing is done.
    struct Refusal: Error, Hashable {
        let words: String
    }

    /// How many readings stand on the first page, and whether these are all.
    private var count = 0
    private var isAll = true
    private(set) var current: HeldPage.Entry?
    /// Whose it is.
    var who: String?
    /// When it was measured, where the person says so.
    private(set) var time: Date?

    /// Takes what is held now.
    mutating func take(_ entries: [HeldPage.Entry], isAll: Bool) {
        (count, self.isAll) = (entries.count, isAll)
        let same = entries.first { entry in
            entry.reading.readingKey == current?.reading.readingKey
                && entry.reading.revision == current?.reading.revision
        }
        if same == nil { (who, time) = (nil, nil) }
        current = same ?? entries.min { $0.reading.timestamp < $1.reading.timestamp }
    }

    /// How many are held: what is seen here, or where there are more pages what the session manager counts.
    ///
    /// - Parameter told: What the session manager told last.
    func total(_ told: Int?) -> Int { isAll ? count : max(count, told ?? count) }

    /// Takes the time of the measurement, RFC 3339 with an offset; the device's own where the text is empty.
    mutating func choose(time text: String) throws(Refusal) {
        let chosen = WireJSON.time(text)
        guard chosen != nil || text.isEmpty else {
            throw Refusal(words: "write the time as 2026-11-27T09:14:00+01:00")
        }
        // Left as it was shown it is the device's own.
        time = chosen == current?.reading.timestamp ? nil : chosen
    }

    /// The time that counts: the person's, else the device's.
    var timeText: String? { current.map { WireJSON.timeText(time ?? $0.reading.timestamp) } }

    /// What is asked for when the reading is confirmed.
    func confirmation() throws(Refusal) -> ConfirmReading {
        guard let current else { throw Refusal(words: "nothing is held") }
        guard let who else { throw Refusal(words: "choose first whose reading it is") }
        let reading = current.reading
        return ConfirmReading(
            readingKey: reading.readingKey,
            revision: reading.revision,
            seat: who,
            timestamp: time
        )
    }

    /// What is asked for when nobody wants the reading.
    func dismissal() throws(Refusal) -> DiscardReading {
        guard let current else { throw Refusal(words: "nothing is held") }
        return DiscardReading(readingKey: current.reading.readingKey, revision: current.reading.revision)
    }

    /// The reading for people; its values only where all that may be theirs are shown.
    func words(showsValues: Bool) -> String {
        guard let reading = current?.reading else { return "None" }
        let values = showsValues ? MeasuredText.text(reading.measurements) : ""
        let what = values.isEmpty ? reading.source.model ?? reading.type.rawValue : values
        let reason = current?.reason.rawValue ?? ""
        return String("\(what), \(WireJSON.timeText(reading.timestamp)), \(reason)".prefix(200))
    }
}
