internal import BusContract

/// A rollout in words for people.
extension Rollout {
    /// How far it is.
    public var headline: String {
        let kept = hubs.count { $0.step == .kept }
        let all = "\(kept) of \(hubs.count) hubs run \(wish.version)"
        return switch wish.action {
        case .check: "\(all); nothing was changed"
        case .roll: all
        case .stop: "\(all); no other is begun"
        case .back: "hubs go back from \(wish.version)"
        }
    }

    /// Where and why it has halted; nil if it has not.
    public var haltWords: String? { halt.map { "halted at '\($0.hub)': \(Self.words($0.reason))" } }

    /// What an operator has to know of it now: that it is under way or has halted; nil if neither.
    public var news: String? {
        switch wish.action {
        case .check: nil
        case .roll: hasWork || halt != nil ? [headline, haltWords].compactMap(\.self).joined(separator: "; ") : nil
        case .stop, .back: hasWork ? headline : nil
        }
    }

    /// What a person does about a reason.
    public static func words(_ reason: String) -> String {
        if let own = Reason(rawValue: reason) {
            return switch own {
            case .notBack: "not back within three minutes; it goes back by itself"
            case .notBegun: "did not begin within three minutes: see 'systemctl status update-vitalbus.path' there"
            case .notDone:
                "not done within three minutes: see 'journalctl -u update-vitalbus' there; it goes back once it is"
            case .notArriving: "a reading has not arrived for two minutes"
            }
        }
        return switch HubVersion.Problem(rawValue: reason) {
        case .notAVersion: "it does not take this for a version"
        case .older: "it runs a newer version"
        case .notInRepository: "its repository does not have the version"
        case .noWayBack:
            "it could not go back: its repository lacks the version that it runs, or that version cannot read the new one's data"
        case .notInstalled: "the packages could not be installed: see 'journalctl -u update-vitalbus' there"
        case .notStarted: "a process does not run with the new version"
        case .notKept: "the site did not keep the version in time"
        case .takenBack: "it was taken back"
        case .notReturned: "the version before could not be installed: see 'journalctl -u update-vitalbus' there"
        default: reason
        }
    }
}
