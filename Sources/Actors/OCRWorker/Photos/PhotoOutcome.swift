internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The result of a read photo, saved with its job: events and answers report exactly this.
struct PhotoOutcome: Codable, Sendable {
    /// What was seen.
    var seen: DisplayResult?
    /// The reading that was made; absent where there is none.
    var reading: Reading?
    /// What became of the reading.
    var disposition: PictureDisposition?

    init(seen: DisplayResult, reading: Reading? = nil, disposition: PictureDisposition? = nil) {
        self.seen = seen
        self.reading = reading
        self.disposition = disposition
    }

    /// Reads what was saved; nil where it cannot be read.
    init?(_ content: Data) {
        do { self = try WireJSON.decode(Self.self, from: Array(content)) } catch { return nil }
    }

    /// What became of the reading; nil where there is none.
    ///
    /// An older version kept every one, and did not say so.
    var fate: PictureDisposition? { reading.map { _ in disposition ?? .held } }
}
