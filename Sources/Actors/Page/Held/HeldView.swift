internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Fills the card of a held reading.
struct HeldView {
    let time: PageTime
    let seats: [String]

    private var language: PageTexts.Language { time.language }

    /// The most persons named before all seats.
    private static let most = 3

    /// - Parameters:
    ///   - guesses: Those who may have measured it, the likeliest first; none is preselected.
    ///   - label: The label of a seat's person.
    func model(
        _ entry: HeldPage.Entry,
        guesses: [LikelyPerson.Guess] = [],
        label: (String) -> String? = { _ in nil }
    ) -> [String: Any] {
        let reading = entry.reading
        let named = reading.seat?.rawValue
        var model: [String: Any] = [
            "key": reading.readingKey.rawValue, "revision": "\(reading.revision)",
            "at": time.text(reading.timestamp), "field": time.field(reading.timestamp),
            "age": time.age(reading.receivedAt),
            "isTimeUnknown": entry.reason == .clockUnknown || reading.timeQuality == .unknown,
            "isTimeKnown": entry.reason != .clockUnknown && reading.timeQuality != .unknown,
            "hub": reading.hub.rawValue,
            "why": language.word(entry.reason.rawValue, of: "held"),
            "source": RecordView(time: time, mayChange: false).source(reading.source),
            "values": reading.measurements.map(value), "unreadable": entry.isUnreadable ?? false,
            "seats": ordered(guesses).map { ["seat": $0, "isNamed": $0 == Self.preset(entry)] as [String: Any] },
        ]
        model["hasLikely"] = !guesses.isEmpty
        model["likely"] = guesses.prefix(Self.most).map { likely($0, label: label($0.seat)) }
        if let picture = entry.picture { model["picture"] = "sha256=\(picture.sha256)&size=\(picture.size)" }
        if let named { model["named"] = language["held.named", ["seat": named]] }
        if let assigned = entry.assignedSeat { model["assigned"] = language["held.assigned", ["seat": assigned]] }
        let doubts = reading.source.recognition?.reasons ?? []
        if !doubts.isEmpty {
            model["doubts"] = doubts.map { language.word($0.rawValue, of: "doubt") }.joined(separator: ", ")
        }
        return model
    }

    /// The likeliest seats first, then the others.
    private func ordered(_ guesses: [LikelyPerson.Guess]) -> [String] {
        let first = guesses.map(\.seat).filter(seats.contains)
        return first + seats.filter { !first.contains($0) }
    }

    private func likely(_ guess: LikelyPerson.Guess, label: String?) -> [String: Any] {
        // Never 100 %: it is an estimate.
        let percent = min(99, max(1, Int(clamping: (guess.probability * 100).rounded())))
        let sure = language["sure.\(guess.sureness.rawValue)", ["percent": "\(percent)"]]
        var model: [String: Any] = ["seat": guess.seat, "sure": sure]
        if let label { model["who"] = label }
        return model
    }

    /// The preselected seat.
    ///
    /// This is the seat that a person named for this reading, unless the device's assignment contradicts it. Readings
    /// from a device's memory get none: they are older, and may be another person's.
    static func preset(_ entry: HeldPage.Entry) -> String? {
        entry.assignedSeat == nil ? entry.reading.seatByWord : nil
    }

    private func value(_ measured: Measurement) -> [String: Any] {
        [
            "metric": measured.metric.rawValue, "name": language.word(measured.metric.rawValue, of: "metric"),
            "number": language.number("\(measured.value)"), "plain": "\(measured.value)",
            "unit": TileValues.symbol(measured), "ucum": measured.unit,
        ]
    }
}
