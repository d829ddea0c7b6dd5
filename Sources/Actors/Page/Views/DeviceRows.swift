internal import BusContract
internal import FoundationEssentials
internal import SiteHealth
internal import VitalRecords

/// Fills the list of the site's devices; pure.
struct DeviceRows {
    let time: PageTime
    let assignments: [AssignmentView]
    let sights: [String: DeviceSights.Sight]
    let passive: [PassiveState]
    let seats: [String]

    private var language: PageTexts.Language { time.language }

    /// One row for each device that was ever assigned, is heard or is read automatically; assigned devices come first.
    var models: [[String: Any]] {
        let known = Set(assignments.map(\.device.description)).union(sights.keys)
            .union(passive.flatMap { $0.devices.map(\.device.description) })
        let rows = known.map { (isFree: open($0).isEmpty, device: $0) }
        return rows.sorted { ($0.isFree ? 1 : 0, $0.device) < ($1.isFree ? 1 : 0, $1.device) }.map { model($0.device) }
    }

    private func open(_ device: String) -> [AssignmentView] {
        assignments.filter { $0.device.description == device && ($0.until.map { $0 > time.now } ?? true) }
    }

    private func model(_ device: String) -> [String: Any] {
        let states = passive.flatMap { state in
            state.devices.filter { $0.device.description == device }.map { (hub: state.hub, device: $0) }
        }
        let sight = sights[device]
        let number = states.first?.device.peripheralID ?? sight?.peripheralIDs.first
        let owned = open(device)
        var hubs = states.map(\.hub)
        if let hub = sight?.hub, !hubs.contains(hub) { hubs.append(hub) }
        var model: [String: Any] = [
            "device": device, "short": String(device.prefix(8)),
            "name": sight?.name ?? number.map { BusFacts.name(peripheral: $0) } ?? language["device.unknown"],
            "owners": owned.map(owner), "isFree": owned.isEmpty,
            "states": states.map { "\($0.hub): \(language.word($0.device.phase.rawValue, of: "phase"))" },
            "hubs": hubs.map { ["hub": $0, "device": device] },
            "seats": seats.map { ["seat": $0] },
        ]
        model["heard"] =
            sight.map { language["device.heard", ["hub": $0.hub, "age": time.age($0.at)]] }
            ?? language["device.notHeard"]
        return model
    }

    private func owner(_ view: AssignmentView) -> [String: Any] {
        var model: [String: Any] = [
            "seat": view.seat, "since": time.short(view.from), "device": view.device.description,
        ]
        if let index = view.userIndex { model["userIndex"] = "\(index)" }
        return model
    }
}

/// The timeline that shows who had which device when; pure.
struct TimeLine {
    /// The shortest and longest period drawn, in seconds.
    private static let span = (least: TimeInterval(7 * 86_400), most: TimeInterval(366 * 86_400))

    let time: PageTime
    let assignments: [AssignmentView]

    private var begin: Date {
        let first = assignments.map(\.from).min() ?? time.now
        let length = min(max(time.now.timeIntervalSince(first), Self.span.least), Self.span.most)
        return time.now - length
    }

    /// The period in words.
    var words: String {
        time.language["timeline.span", ["from": time.text(begin), "to": time.text(time.now)]]
    }

    /// One line for each device, the most recently reassigned first.
    var models: [[String: Any]] {
        let groups = Dictionary(grouping: assignments) { $0.device.description }
        let last = { (device: String) in groups[device]?.map(\.from).max() ?? .distantPast }
        return groups.keys.sorted { (last($1), $0) < (last($0), $1) }.map { device in
            let views = (groups[device] ?? []).sorted { $0.from > $1.from }
            return [
                "device": device, "short": String(device.prefix(8)),
                "bars": views.compactMap(bar), "entries": views.map(entry),
            ]
        }
    }

    /// A bar on a line 100 units wide; nil if the assignment ended before the period.
    func bar(_ view: AssignmentView) -> [String: Any]? {
        let length = time.now.timeIntervalSince(begin)
        let place = { (date: Date) in
            min(100, max(0, (date.timeIntervalSince(begin) / length * 1_000).rounded() / 10))
        }
        let (from, to) = (place(view.from), place(view.until ?? time.now))
        guard view.until ?? time.now > begin, to >= from else { return nil }
        return ["x": "\(from)", "width": "\(max(0.5, ((to - from) * 10).rounded() / 10))", "isOpen": view.until == nil]
    }

    private func entry(_ view: AssignmentView) -> [String: Any] {
        var model: [String: Any] = [
            "seat": view.seat, "from": time.text(view.from),
            "until": view.until.map(time.text) ?? time.language["timeline.now"],
        ]
        if let index = view.userIndex { model["userIndex"] = "\(index)" }
        return model
    }
}
