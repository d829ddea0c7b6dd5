internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The result of a read photo, saved with its job: events and answers report exactly this.
struct PhotoOutcome: Codable, Sendable {
    /// The recognition result.
    var seen: DisplayResult?
    /// The reading; absent if there is none.
    var reading: Reading?
    /// The disposition of the reading.
    var disposition: PictureDisposition?

    init(seen: DisplayResult, reading: Reading? = nil, disposition: PictureDisposition? = nil) {
        self.seen = seen
        self.reading = reading
        self.disposition = disposition
    }

    /// Decodes a saved outcome; nil if unreadable.
    init?(_ content: Data) {
        do { self = try WireJSON.decode(Self.self, from: Array(content)) } catch { return nil }
    }

    /// The disposition of the reading; nil without a reading.
    ///
    /// Older versions held every reading without recording that.
    var fate: PictureDisposition? { reading.map { _ in disposition ?? .held } }
}
