/// One call of a hook's command, with the event, but without values or devices.
struct HookCall: Sendable, Hashable {
    /// The event.
    let event: HookEvent
    /// The peripheral's ID in the catalogue.
    let peripheralID: Int
    /// The seat, if known.
    var seat: String?
    /// The code of the failure.
    var reason: String?

    /// The environment variables for the command.
    func variables(hub: String) -> [String: String] {
        var variables = [
            "VITALBUS_EVENT": event.rawValue,
            "VITALBUS_HUB": hub,
            "VITALBUS_PERIPHERAL_ID": String(peripheralID),
        ]
        variables["VITALBUS_SEAT"] = seat
        variables["VITALBUS_REASON"] = reason
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
}
