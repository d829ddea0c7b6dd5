internal import BusContract
internal import MessageBus

/// The device of a hub: its radio, the meters in sight, and what a person does with them.
struct HubDevice {
    /// A meter whose owner is known, with what the hub knows of it.
    struct Meter: Sendable, Hashable {
        let key: String
        let name: String
    }

    let place: HomePlace
    let hub: String
    /// The reader of the hub; nil where there is none, and nothing can be paired.
    let reader: BusAddress?
    /// Whether the hub has a scanner.
    let hasScanner: Bool
    /// The names of the meters that may be chosen.
    let choices: [String]
    /// The seats that may be chosen.
    let seats: [String]
    /// The meters that are somebody's.
    let meters: [Meter]

    /// The device.
    var device: HomeDevice {
        HomeDevice(
            id: HomeNames.hub(place.site, hub: hub),
            name: "VitalBus \(hub)",
            model: "Hub",
            via: HomeNames.site(place.site),
            depth: 1,
            availability: [.process(place.address)],
            components: [offline] + radio + signals + controls
        )
    }

    private var offline: HomeComponent {
        HomeComponent("binary_sensor", key: "problem", name: "Problem")
            .state(place.state(hub), template: "{{ value_json.problem }}").with("dev_cla", text: "problem").diagnostic
            .with("json_attr_t", text: place.state(hub)).with("json_attr_tpl", text: "{{ value_json.problems|tojson }}")
    }

    private var radio: [HomeComponent] {
        guard hasScanner else { return [] }
        return [
            HomeComponent("binary_sensor", key: "bluetooth", name: "Bluetooth")
                .state(place.state(hub), template: "{{ value_json.bluetooth }}").with("dev_cla", text: "connectivity")
                .diagnostic
        ]
    }

    private var signals: [HomeComponent] {
        meters.map { meter in
            HomeComponent("sensor", key: "signal_\(meter.key)", name: "\(meter.name) signal")
                .state(place.state(hub), template: "{{ value_json.signal['\(meter.key)']|default('None') }}")
                .with("dev_cla", text: "signal_strength").with("unit_of_meas", text: "dBm").with(
                    "stat_cla",
                    text: "measurement"
                )
                .diagnostic
        }
    }

    private var controls: [HomeComponent] {
        guard let reader else { return [] }
        let isThere: [HomeAvailability] = [.process(place.address), .process(reader)]
        func options(_ names: [String]) -> JSONValue {
            .array(([HomeNames.nobody] + names).map(JSONValue.string))
        }
        return [
            place.control(.meter, name: "Meter", at: hub).with("ops", json: options(choices)).available(isThere),
            place.control(.seat, name: "Seat", at: hub).with("ops", json: options(seats)).available(isThere),
            place.control(.pair, name: "Pair meter", at: hub).available(isThere),
            place.control(.read, name: "Read meter", at: hub).available(isThere),
            place.control(.cancel, name: "Cancel", at: hub).available(isThere), place.lastAction(at: hub),
        ]
    }
}
