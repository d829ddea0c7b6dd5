internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The held reading shown, and a person's choices for it.
///
/// Choices belong to one reading: when another one is shown they are reset, so that a button never decides about a
/// reading that the person has not seen.
struct HeldChoice: Sendable {
    /// Why an action is refused.
    struct Refusal: Error, Hashable {
        let words: String
    }

    /// The number of readings on the first page, and whether that page is complete.
    private var count = 0
    private var isAll = true
    private(set) var current: HeldPage.Entry?
    /// The chosen seat.
    var who: String?
    /// The time of measurement that the person entered.
    private(set) var time: Date?

    /// Updates the held readings.
    mutating func take(_ entries: [HeldPage.Entry], isAll: Bool) {
        (count, self.isAll) = (entries.count, isAll)
        let same = entries.first { entry in
            entry.reading.readingKey == current?.reading.readingKey
                && entry.reading.revision == current?.reading.revision
        }
        if same == nil { (who, time) = (nil, nil) }
        current = same ?? entries.min { $0.reading.timestamp < $1.reading.timestamp }
    }

    /// The number of held readings: the first page's if it is complete, otherwise the session manager's count.
    ///
    /// - Parameter told: The last count reported by the session manager.
    func total(_ told: Int?) -> Int { isAll ? count : max(count, told ?? count) }

    /// Sets the time of measurement, RFC 3339 with an offset; an empty text selects the device's time.
    mutating func choose(time text: String) throws(Refusal) {
        let chosen = WireJSON.time(text)
        guard chosen != nil || text.isEmpty else {
            throw Refusal(words: "write the time as 2026-11-27T09:14:00+01:00")
        }
        // An unchanged time means the device's own.
        time = chosen == current?.reading.timestamp ? nil : chosen
    }

    /// The effective time: the person's, otherwise the device's.
    var timeText: String? { current.map { WireJSON.timeText(time ?? $0.reading.timestamp) } }

    /// The request to confirm the reading.
    func confirmation() throws(Refusal) -> ConfirmReading {
        guard let current else { throw Refusal(words: "no reading is held") }
        guard let who else { throw Refusal(words: "choose first whose reading it is") }
        let reading = current.reading
        return ConfirmReading(
            readingKey: reading.readingKey,
            revision: reading.revision,
            seat: who,
            timestamp: time
        )
    }

    /// The request to discard the reading.
    func dismissal() throws(Refusal) -> DiscardReading {
        guard let current else { throw Refusal(words: "no reading is held") }
        return DiscardReading(readingKey: current.reading.readingKey, revision: current.reading.revision)
    }

    /// The reading for people; it includes values only if `showsValues` allows them.
    func words(showsValues: Bool) -> String {
        guard let reading = current?.reading else { return "None" }
        let values = showsValues ? MeasuredText.text(reading.measurements) : ""
        let what = values.isEmpty ? reading.source.model ?? reading.type.rawValue : values
        let reason = current?.reason.rawValue ?? ""
        return String("\(what), \(WireJSON.timeText(reading.timestamp)), \(reason)".prefix(200))
    }
}
