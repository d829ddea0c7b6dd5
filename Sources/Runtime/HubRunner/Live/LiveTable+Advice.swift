internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension LiveTable {
    /// The actions for a person, the most urgent first: obstacles for all readings, then each row.
    var advice: [String] {
        var lines: [String] = []
        if !hub.hasDestination {
            let way = hub.command("up --inform-url https://…")
            lines.append("records have no destination yet and stay here: stop with Ctrl-C, then \(way)")
        }
        for seat in hub.seats where sessions[seat] == false {
            let start = hub.command("session start --seat \(seat) --user USER --organization ORG < token-file")
            lines.append("seat \(seat) has no session: \(start)")
        }
        if hub.hasRadio, passiveCount == 0 {
            lines.append("no device is read automatically: \(hub.command("passive set 3000"))")
        }
        // The newest reading of a device covers the action for all of them.
        var known: Set<String> = []
        for row in rows.reversed() {
            if let text = advice(row), known.insert(text).inserted { lines.append(text) }
        }
        return lines
    }

    /// The action for a person about one reading; nil for none.
    func advice(_ row: LiveRow) -> String? {
        switch row.state {
        case .held(let reason): "\(deviceText(row)) \(Self.meaning(reason)): \(way(row, reason: reason))"
        case .failed: "the server rejected \(deviceText(row)): \(hub.command("session queue --rejected"))"
        default: nil
        }
    }

    private func way(_ row: LiveRow, reason: HeldReason) -> String {
        let seat = row.seat ?? hub.seatWord
        let confirm = "held confirm \(row.key) --seat \(seat)"
        switch reason {
        case .noAssignment, .ownerless:
            guard let device = row.device, let first = firstHeld(device) else { return hub.command(confirm) }
            return hub.command("device assign \(device) --seat \(seat) --from \(LiveText.utc(first))")
        case .noSession: return hub.command("\(confirm) --session SESSION")
        case .clockUnknown: return hub.command("\(confirm) --time TIME")
        case .invalid: return hub.command("\(confirm) --value METRIC=VALUE")
        case .awaitsConfirmation, .changedByHand, .implausible, .possibleRepeat, .anotherHubsSeat:
            return hub.command(confirm)
        default: return hub.command("held")
        }
    }

    /// The time of the oldest held reading of a device, because an assignment from then on covers all of them.
    private func firstHeld(_ device: DeviceID) -> Date? {
        rows.filter { $0.state.isHeld && $0.device == device }.compactMap(\.measured).min()
    }

    /// The reason for holding a reading, for people.
    static func meaning(_ reason: HeldReason) -> String {
        switch reason {
        case .noAssignment, .ownerless: "has no owner yet"
        case .noSession: "was measured without a session"
        case .clockUnknown: "has an unknown time of measurement"
        case .invalid: "reported an impossible value"
        case .awaitsConfirmation: "wants a look"
        case .implausible: "reported very unusual values"
        case .possibleRepeat: "may have repeated a measurement"
        case .anotherHubsSeat: "was read for another hub's seat without a known request"
        case .changedByHand: "has a new revision for a record that was changed by hand"
        default: "is held: \(reason)"
        }
    }
}
