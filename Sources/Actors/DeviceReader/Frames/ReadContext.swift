internal import DeviceCodecs
internal import FoundationEssentials

#if canImport(Glibc)
import Glibc
#endif

/// What is known of a device while it is read; saved beside its frames, so that they can be decoded after a crash.
struct ReadContext: Codable, Sendable, Hashable {
    /// The name under which it stands among the frames.
    static let characteristic = "context"

    /// The catalogue's number.
    var peripheralID: Int
    /// From the Device Information service.
    var manufacturer: String?
    /// From the Device Information service.
    var model: String?
    /// From the Device Information service.
    var serial: String?
    /// The hub's clock minus the device's, in seconds; nil where the device shows no clock.
    var clockOffsetSeconds: Int?
    /// The hub's offset from UTC in seconds: devices keep local time.
    var utcOffset: Int
    /// When the sighting began that led to the reading.
    var episode: Date
    /// The seat that a foreground reading was made for.
    var seat: String?
    /// When somebody asked for that reading.
    var askedAt: Date?
    /// Whether the model may send measurements that it has kept; nil, also of an earlier version, counts as yes.
    var hasMemory: Bool?
    /// Whether readings are booked at once; otherwise they await a confirmation.
    var isSubmitted: Bool
    /// The model's quirks by name; nil of an earlier version.
    var quirks: [String]?
    /// When the hub set the device's clock, and what it showed before; nil where it never did.
    var clockEras: [ClockBook.Era]?

    /// Whether the device says that it tells several users apart; nil where it does not say.
    var hasUsers: Bool?
    /// Readings without a time that its last link may not have confirmed: their keys by their twin keys.
    var repeats: [String: String]?
    /// The driver's protocol that the link speaks; nil for what this program speaks itself.
    var driver: String?

    /// The quirks that this version knows.
    var deviceQuirks: Set<DeviceQuirk> { Set((quirks ?? []).compactMap { DeviceQuirk(rawValue: $0) }) }

    /// What is known of the device's clock.
    var clock: ClockBook {
        var book = ClockBook(offset: clockOffsetSeconds.map { Double($0) })
        book.past = clockEras ?? []
        return book
    }
}

/// The hub's own time zone: devices keep local time without saying so.
enum LocalTime {
    /// The offset from UTC in seconds at a moment, by the machine's zone and its history.
    static func utcOffset(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return 0 }
        return unsafe parts.tm_gmtoff
    }
}
