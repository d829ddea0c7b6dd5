/// One call of a hook's command, with the event, but without values or devices.
struct HookCall: Sendable, Hashable {
    /// The event.
    let event: HookEvent
    /// The peripheral's ID in the catalogue; nil if the event concerns no device.
    var peripheralID: Int?
    /// The seat, if known.
    var seat: String?
    /// The code of the failure, or `due` or `overdue`.
    var reason: String?
    /// The metrics that are due.
    var metrics: [String] = []

    /// The environment variables for the command.
    func variables(hub: String) -> [String: String] {
        var variables = [
            "VITALBUS_EVENT": event.rawValue,
            "VITALBUS_HUB": hub,
        ]
        variables["VITALBUS_PERIPHERAL_ID"] = peripheralID.map(String.init)
        variables["VITALBUS_SEAT"] = seat
        variables["VITALBUS_REASON"] = reason
        if !metrics.isEmpty { variables["VITALBUS_METRICS"] = metrics.joined(separator: ",") }
        return variables
    }
}

/// An event for which a command can be configured.
enum HookEvent: String, Sendable, Hashable, CaseIterable {
    /// A device waits for a person to measure.
    case ready
    /// A device was read.
    case read
    /// A reading failed.
    case failed
    /// A measurement of a person's plan is due or late.
    case due
}
