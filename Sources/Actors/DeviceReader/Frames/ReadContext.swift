internal import DeviceCodecs
internal import FoundationEssentials

/// The known facts about a device during a reading, stored with its link to decode the frames after a crash.
struct ReadContext: Codable, Sendable, Hashable {
    /// The peripheral's ID in the catalogue.
    var peripheralID: Int
    /// From the Device Information service.
    var manufacturer: String?
    /// From the Device Information service.
    var model: String?
    /// From the Device Information service.
    var serial: String?
    /// The hub's clock minus the device's, in seconds; nil if the device shows no clock.
    var clockOffsetSeconds: Int?
    /// The hub's offset from UTC in seconds, because devices keep local time.
    var utcOffset: Int
    /// The changes of that offset before the link; nil in contexts of earlier versions.
    var zoneChanges: [SiteZone.Change]?
    /// When the device came into sight for this reading.
    var episode: Date
    /// The seat of a foreground reading.
    var seat: String?
    /// When the foreground reading was requested.
    var askedAt: Date?
    /// Whether the model may send stored measurements; nil if its catalogue entry does not tell.
    var hasMemory: Bool?
    /// Whether readings are booked at once; otherwise they wait for confirmation.
    var isSubmitted: Bool
    /// The model's quirks by name; nil in contexts of earlier versions.
    var quirks: [String]?
    /// When the hub set the device's clock, and the offset before; nil if it never did.
    var clockEras: [ClockBook.Era]?

    /// Whether the device tracks several users; nil if unknown.
    var hasUsers: Bool?
    /// Reading keys by twin key, of readings without a time that the last link may not have confirmed.
    var repeats: [String: String]?
    /// The driver's protocol; nil for a built-in one.
    var driver: String?
    /// The context of an advertised measurement; nil for a link.
    var advert: AdvertContext?

    /// The quirks that this version knows.
    var deviceQuirks: Set<DeviceQuirk> { Set((quirks ?? []).compactMap { DeviceQuirk(rawValue: $0) }) }

    /// Whether the device's clock is entirely unknown.
    var isClockHidden: Bool { clockOffsetSeconds == nil && clockEras?.isEmpty != false }

    /// The site's local time.
    var zone: SiteZone { SiteZone(utcOffset: utcOffset, changes: zoneChanges ?? []) }

    /// The device's clock offsets.
    var clock: ClockBook {
        var book = ClockBook(offset: clockOffsetSeconds.map { Double($0) })
        book.past = clockEras ?? []
        return book
    }
}

/// The context of a measurement that a device advertises.
struct AdvertContext: Codable, Sendable, Hashable {
    /// The protocol's name in the catalogue's rows.
    var protocolName: String
    /// Whether a person was seen measuring immediately before.
    var isLive: Bool
}
