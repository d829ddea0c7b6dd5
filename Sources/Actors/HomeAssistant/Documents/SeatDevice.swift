internal import BusContract
internal import MessageBus
internal import VitalRecords

/// The device of a seat: sensors for the value and time of each metric measured at the seat.
///
/// There is one device per seat, not per meter, because several people share a meter. Values are read from
/// `vitals/{seat}/{metric}`, so they are shown even while this process does not run.
struct SeatDevice {
    /// The largest number of metrics of a seat, so that its document fits in a message of 64 KiB.
    static let metricLimit = 49

    let place: HomePlace
    let seat: String

    /// The device with its entities.
    ///
    /// - Parameters:
    ///   - metrics: The measured metrics.
    ///   - hub: The hub that measured last; nil attaches the seat to the site. A part always belongs to the site,
    ///     because parts cannot move.
    func device(_ metrics: Set<String>, hub: String?) -> HomeDevice {
        let isPart = place.version.hasParts
        let parent = hub.map { HomeNames.hub(place.site, hub: $0) } ?? HomeNames.site(place.site)
        return HomeDevice(
            id: HomeNames.seat(place.site, seat: seat),
            name: seat,
            model: "Seat",
            via: isPart ? nil : parent,
            whole: isPart ? SiteDevice.facts(place) : nil,
            depth: 2,
            availability: [.process(place.sessionManager)],
            components: [session, due] + metrics.sorted().prefix(Self.metricLimit).flatMap(components)
        )
    }

    /// The seat and the metrics in a document of an earlier run; nil for any other message.
    static func shown(_ message: BusMessage) -> (seat: String, metrics: Set<String>)? {
        guard let earlier = HomeDevice.earlier(message) else { return nil }
        let topics = earlier.values.compactMap { $0["stat_t"]?.text }
            .map { $0.split(separator: "/").map(String.init) }
            .filter { $0.count == 7 && $0[4] == "vitals" }
        return topics.first.map { ($0[5], Set(topics.map { $0[6] })) }
    }

    /// The sensor for an active session, which is the seat's only sensor before its first value.
    private var session: HomeComponent {
        HomeComponent("binary_sensor", key: "session", name: "Session")
            .state(
                place.address.topic(SessionEvents.sessionState.descriptor.leaf(["seat": seat])),
                template: "{{ 'ON' if value_json is defined and value_json.data.active else 'OFF' }}"
            ).diagnostic
    }

    /// The sensor for due measurements, with what is due since when as its attributes.
    ///
    /// It shows this process's own state, because only that compares the session of the plan with the seat's.
    private var due: HomeComponent {
        let topic = place.state(HomeNames.place(seat: seat))
        return HomeComponent("binary_sensor", key: "due", name: "Measurement due")
            .state(topic, template: "{{ value_json.due }}")
            .with("json_attr_t", text: topic).with("json_attr_tpl", text: "{{ value_json.more | tojson }}")
            .with("ic", text: "mdi:clipboard-clock-outline")
            .available([.process(place.sessionManager), .process(place.address)])
    }

    private func components(_ metric: String) -> [HomeComponent] {
        let topic = place.address.topic(SessionEvents.vital.descriptor.leaf(["seat": seat, "metric": metric]))
        let title = HomeNames.title(metric)
        let row = MetricTable.metric(named: MetricName(rawValue: metric))
        let measured = HomeComponent("sensor", key: "\(metric)_measured_at", name: "\(title) measured at")
            .state(topic, template: Self.found("value_json.data.measuredAt")).with("dev_cla", text: "timestamp")
            .diagnostic
        let value = HomeComponent("sensor", key: metric, name: title)
        return [row.map { described(value, as: $0, topic: topic) } ?? plain(value, topic: topic), measured]
    }

    /// The sensor for a metric that this version does not know: its raw value without a unit.
    private func plain(_ value: HomeComponent, topic: String) -> HomeComponent {
        value.state(topic, template: Self.found("value_json.data.value"))
    }

    private func described(_ value: HomeComponent, as metric: Metric, topic: String) -> HomeComponent {
        guard metric.words.isEmpty else { return coded(value, as: metric, topic: topic) }
        let sensor = metric.homeAssistant
        let known = sensor.deviceClass.flatMap { place.version.knows(deviceClass: $0) ? $0 : nil }
        return value.state(topic, template: Self.found(Self.converted(metric)))
            .with("dev_cla", text: known).with("unit_of_meas", text: Self.unit(sensor)).with(
                "stat_cla",
                text: sensor.stateClass
            )
            .with("ic", text: known == nil ? Self.icon(sensor) : nil)
    }

    private func coded(_ value: HomeComponent, as metric: Metric, topic: String) -> HomeComponent {
        let words = metric.words.sorted { $0.key < $1.key }
        let table = words.map { "\($0.key):'\($0.value)'" }.joined(separator: ",")
        return value.state(topic, template: Self.found("{\(table)}.get(value_json.data.value|int,'None')"))
            .with("dev_cla", text: "enum").with("ops", json: .array(words.map { .string($0.value) }))
    }

    /// A template for the value on the topic, or none if the topic was cleared at the end of the person's session.
    private static func found(_ expression: String) -> String {
        "{{ (\(expression)) if value_json is defined else 'None' }}"
    }

    /// The template that converts a value to the metric's canonical unit, because a sensor's unit is fixed.
    private static func converted(_ metric: Metric) -> String {
        var expression = "'None'"
        for unit in metric.units.reversed() {
            let isOwn = unit == metric.canonicalUnit
            let value = isOwn ? "value_json.data.value" : number(unit)
            expression = "\(value) if value_json.data.unit=='\(unit.ucum)' else \(expression)"
        }
        return expression
    }

    private static func number(_ unit: MetricUnit) -> String {
        "((value_json.data.value+\(unit.offset))*\(unit.numerator)/\(unit.denominator))|round(2)"
    }

    private static func unit(_ sensor: HomeAssistantSensor) -> String? {
        ["count", "ratio", "fraction"].contains(sensor.unit) ? nil : sensor.unit
    }

    private static func icon(_ sensor: HomeAssistantSensor) -> String? {
        switch sensor.unit {
        case "mmHg", "bpm": "mdi:heart-pulse"
        case "%": "mdi:water-percent"
        default: nil
        }
    }
}
