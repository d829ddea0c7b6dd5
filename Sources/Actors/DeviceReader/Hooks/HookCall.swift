/// One run of a hook's command, as it will be told: what happened, and neither values nor devices.
struct HookCall: Sendable, Hashable {
    /// What happened.
    let event: HookEvent
    /// The catalogue's number.
    let peripheralID: Int
    /// The seat, where one is known.
    var seat: String?
    /// Why it failed, as a code.
    var reason: String?

    /// The variables that the command gets.
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

/// What a configured command is run for.
enum HookEvent: String, Sendable, Hashable, CaseIterable {
    /// A device waits for somebody to measure.
    case ready
    /// A device was read.
    case read
    /// A reading failed.
    case failed

    /// The configuration key of its command.
    var key: String { "hook.\(rawValue)" }
}
