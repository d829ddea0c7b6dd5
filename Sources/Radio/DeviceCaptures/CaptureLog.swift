/// The growing list of a recording's events, with a limit of its size.
package struct CaptureLog: Sendable {
    /// The most events.
    package static let mostEvents = 20_000
    /// The most bytes of values and adverts.
    package static let mostBytes = 1 << 20

    /// The services of the device.
    package var services: [CapturedService] = []
    /// The events so far.
    package private(set) var events: [CapturedEvent] = []
    /// Whether the limit is reached; later events are dropped.
    package private(set) var isFull = false
    private var size = 0
    private var lastAdvert: Int?

    /// Creates an empty list.
    package init() {}

    /// The values that the device sent by itself.
    package var notified: Int { events.count { $0.kind == .notified } }

    /// Adds an event; an advert equal to the last one is only counted.
    package mutating func add(_ event: CapturedEvent) {
        guard !isFull else { return }
        if let advert = event.advert {
            if let last = lastAdvert, events[last].advert?.isRepeat(of: advert) == true {
                events[last].count = (events[last].count ?? 0) + 1
                return
            }
            lastAdvert = events.count
        }
        size += Self.size(of: event)
        guard events.count < Self.mostEvents, size <= Self.mostBytes else {
            isFull = true
            return
        }
        events.append(event)
    }

    /// The digits of an event's bytes, halved, and a little for each.
    private static func size(of event: CapturedEvent) -> Int {
        let advert = event.advert.map { advert in
            advert.manufacturerData.values.reduce(0) { $0 + $1.utf8.count }
                + advert.serviceData.values.reduce(0) { $0 + $1.utf8.count }
        }
        return 16 + ((event.bytes?.utf8.count ?? 0) + (advert ?? 0)) / 2
    }
}
