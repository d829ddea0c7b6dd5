internal import DisplayReading
internal import PhotoReading
internal import VitalRecords

/// A line of the tool's CSV.
struct EvidenceLine {
    /// The columns before those of the evidence.
    static let columns = [
        "seed", "kind", "band", "input", "must", "result", "acceptable", "accepted", "confidence", "expected", "seen",
        "reasons",
    ]

    let seed: UInt64
    let kind: String
    let band: String
    /// `whole` photo, or `box` where the display's place was given, or `tilted` where its angle was, too.
    let input: String
    /// Why it must be refused; `read` where it must not.
    let must: String
    /// `right`, `wrong` or `refused`.
    let result: String
    let expected: String
    let picture: RecognisedPicture

    /// The line, without its end.
    var text: String {
        let seen = picture.refusal.map { "\($0.reason):\(picture.text)" } ?? picture.text
        let fields = [
            String(seed), kind, band, input, must, result, Self.flag(picture.isAcceptable),
            Self.flag(picture.isAccepted),
            Self.short(picture.confidence), expected,
            seen.split { $0.isNewline || $0 == "," }.joined(separator: " "),
            picture.reasons.map(\.rawValue).joined(separator: " "),
        ]
        return (fields + picture.evidence.values.map(Self.short)).joined(separator: ",")
    }

    private static func flag(_ isSo: Bool) -> String { isSo ? "1" : "0" }

    private static func short(_ value: Double) -> String { String((value * 1e5).rounded() / 1e5) }
}
