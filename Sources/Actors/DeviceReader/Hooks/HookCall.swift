/// One run of a hook's command: what happened, without values or devices.
struct HookCall: Sendable, Hashable {
    /// What happened.
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

/// An event that a configured command is run for.
enum HookEvent: String, Sendable, Hashable, CaseIterable {
    /// A device waits for somebody to measure.
    case ready
    /// A device was read.
    case read
    /// A reading failed.
    case failed
}
