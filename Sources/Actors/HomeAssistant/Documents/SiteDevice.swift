internal import BusContract
internal import MessageBus

/// The device that represents the site: held readings to decide about, events, and the state of deliveries.
struct SiteDevice {
    /// The events passed to Home Assistant.
    ///
    /// Left out are frequent ones for each advertisement or picture, those between readers, and passkey questions,
    /// which concern the person at the hub.
    static let events: [String] = Contract.topics.map(\.template).filter { $0.hasPrefix("event/") }
        .map { String($0.dropFirst("event/".count)) }
        .filter { !unsaid.contains($0) }
        .sorted()
    private static let unsaid: Set = [
        "peripheralSighted", "peripheralLost", "ocrDidProcessResult", "passkeyRequested", "deviceClaim",
        "readingProgress",
    ]

    let place: HomePlace
    /// The selectable seats.
    let seats: [String]

    /// The device with its entities.
    var device: HomeDevice {
        HomeDevice(
            id: Self.facts(place).id,
            name: Self.facts(place).name,
            model: Self.facts(place).model,
            via: nil,
            depth: 0,
            availability: [.process(place.address)],
            components: held + deliveries + [event, place.lastAction()]
        )
    }

    /// The device's description.
    static func facts(_ place: HomePlace) -> HomeDevice.Facts {
        HomeDevice.Facts(id: HomeNames.site(place.site), name: "VitalBus \(place.site)", model: "Site")
    }

    private var held: [HomeComponent] {
        let isHeld = [
            HomeAvailability.process(place.address),
            HomeAvailability(
                topic: place.state(),
                template: "{{ 'online' if value_json.held|int(0) > 0 else 'offline' }}"
            ),
        ]
        let options = JSONValue.array(([HomeNames.nobody] + seats).map(JSONValue.string))
        return [
            HomeComponent("sensor", key: "held", name: "Held readings")
                .state(place.state(), template: "{{ value_json.held }}").with("stat_cla", text: "measurement"),
            HomeComponent("sensor", key: "held_reading", name: "Held reading")
                .state(place.state(), template: "{{ value_json.reading }}"),
            place.control(.who, name: "Held reading is of").with("ops", json: options).available(isHeld),
            place.control(.when, name: "Held reading measured at").available(isHeld),
            place.control(.confirm, name: "Confirm held reading").available(isHeld),
            place.control(.discard, name: "Discard held reading").available(isHeld),
        ]
    }

    private var deliveries: [HomeComponent] {
        [
            HomeComponent("sensor", key: "waiting", name: "Waiting records")
                .state(place.state(), template: "{{ value_json.waiting }}").with("stat_cla", text: "measurement")
                .diagnostic,
            HomeComponent("sensor", key: "rejected", name: "Rejected records")
                .state(place.state(), template: "{{ value_json.rejected }}").with("stat_cla", text: "measurement")
                .diagnostic,
            HomeComponent("binary_sensor", key: "paused", name: "Deliveries paused")
                .state(place.state(), template: "{{ value_json.paused }}").with("dev_cla", text: "problem").diagnostic,
        ]
    }

    private var event: HomeComponent {
        HomeComponent("event", key: "notification", name: "Notification")
            .with("stat_t", text: HomeAssistantTopics.event(place.site, place: BusAddress.siteHub))
            .with("evt_typ", json: .array(Self.events.map(JSONValue.string)))
    }
}
