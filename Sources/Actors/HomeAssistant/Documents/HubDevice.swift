internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The device of a hub: its radio, the meters in sight, and the controls to use them.
struct HubDevice {
    /// An assigned meter, with the hub's data about it.
    struct Meter: Sendable, Hashable {
        let key: String
        let name: String
    }

    let place: HomePlace
    let hub: String
    /// The hub's device reader; nil if there is none, when no meter can be paired.
    let reader: BusAddress?
    /// Whether the hub has a scanner.
    let hasScanner: Bool
    /// The names of the selectable meters.
    let choices: [String]
    /// The selectable seats.
    let seats: [String]
    /// The assigned meters.
    let meters: [Meter]

    /// The device with its entities.
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

    /// The hub and the named meters in a document of an earlier run; nil for any other message.
    static func shown(_ message: BusMessage, site: String) -> (hub: String, meters: [DeviceID: String])? {
        let prefix = HomeNames.hub(site, hub: "")
        let levels = message.levels
        guard let earlier = HomeDevice.earlier(message), levels.count == 5, levels[3].hasPrefix(prefix) else {
            return nil
        }
        let named = earlier.compactMap { key, entity -> (DeviceID, String)? in
            guard key.hasPrefix(signal), let name = entity["name"]?.text, name.hasSuffix(" signal"),
                let device = DeviceID(String(key.dropFirst(signal.count)).replacing("_", with: "-"))
            else { return nil }
            return (device, String(name.dropLast(" signal".count)))
        }
        return (String(levels[3].dropFirst(prefix.count)), Dictionary(named) { first, _ in first })
    }

    private static let signal = "signal_"

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
            HomeComponent("sensor", key: "\(Self.signal)\(meter.key)", name: "\(meter.name) signal")
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
        let isAsked = HomeAvailability(
            topic: place.state(hub),
            template: "{{ 'online' if value_json.asked else 'offline' }}"
        )
        return [
            place.control(.meter, name: "Meter", at: hub).with("ops", json: options(choices)).available(isThere),
            place.control(.seat, name: "Seat", at: hub).with("ops", json: options(seats)).available(isThere),
            place.control(.pair, name: "Pair meter", at: hub).available(isThere),
            place.control(.read, name: "Read meter", at: hub).available(isThere),
            place.control(.cancel, name: "Cancel", at: hub).available(isThere),
            place.control(.passkey, name: "Passkey", at: hub).available(isThere + [isAsked]), place.lastAction(at: hub),
        ]
    }
}
