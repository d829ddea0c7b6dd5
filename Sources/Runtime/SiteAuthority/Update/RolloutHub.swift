internal import BusContract
public import FoundationEssentials

/// One hub of a rollout: what it last answered, and what that means.
public struct RolloutHub: Codable, Sendable, Hashable {
    /// How far the hub is.
    public enum Step: String, Codable, Sendable {
        /// It has not answered since the wish.
        case unasked
        /// It does not answer, and was not asked to install anything.
        case away
        /// Its root has not switched updates on.
        case off
        /// It works, and may be asked.
        case ready
        /// It is asked to install the version, and has not begun.
        case asked
        /// It installs the version.
        case updating
        /// It runs the version, and is watched.
        case trial
        /// It keeps the version.
        case kept
        /// It is asked to go back.
        case returning
        /// It runs the version before.
        case returned
        /// It runs neither for certain: it needs a person.
        case failed
    }

    /// The hub's name.
    public let name: String
    /// How far it is.
    public internal(set) var step: Step
    /// Since when; while it installs, since it was asked.
    public internal(set) var since: Date
    /// When it last answered; nil before.
    public internal(set) var heard: Date?
    /// The version that it runs; nil if it did not say.
    public internal(set) var version: String?
    /// The version to which it can go back; nil if it did not say.
    public internal(set) var previous: String?
    /// Why it is where it is, as a word of ``Rollout/Reason`` or of `HubVersion.Problem`; nil without a reason.
    public internal(set) var reason: String?

    init(_ name: String, since: Date) {
        (self.name, self.since, step) = (name, since, .unasked)
    }

    /// Whether the rollout waits for it.
    public var isUnderWay: Bool { [.asked, .updating, .trial, .returning].contains(step) }
    /// Whether it has the version, or has begun to get it.
    var isBegun: Bool { [.asked, .updating, .trial, .kept].contains(step) }

    mutating func go(_ next: Step, now: Date, reason: String? = nil) {
        if step != next { since = now }
        (step, self.reason) = (next, reason)
    }

    /// Moves its times, as if it had entered its step and answered later.
    ///
    /// - Parameter time: In seconds; negative if the clock was set back.
    mutating func shift(by time: TimeInterval) { (since, heard) = (since + time, heard.map { $0 + time }) }

    private func has(_ limit: TimeInterval, passedSince moment: Date, at now: Date) -> Bool {
        now.timeIntervalSince(moment) >= limit
    }

    /// Whether it has run the version long enough to be kept.
    func isWatched(at now: Date) -> Bool { step == .trial && has(Rollout.watch, passedSince: since, at: now) }
}

extension RolloutHub {
    /// Takes an answer, or nil if there was none or only a refusal.
    ///
    /// - Returns: Why the rollout halts; nil if it does not.
    mutating func hear(_ answer: HubVersion?, refusal: String?, target: String, now: Date) -> String? {
        guard let answer else { return silent(now, refusal: refusal) }
        (version, previous, heard) = (answer.version, answer.previous, now)
        switch step {
        case .unasked, .away, .off, .ready: place(answer, target: target, now: now)
        case .asked: return begin(answer, target: target, now: now)
        case .updating: return install(answer, target: target, now: now)
        case .trial: return run(answer, target: target, now: now)
        case .returning: goBack(answer, target: target, now: now)
        case .kept, .returned, .failed: break
        }
        return nil
    }

    private mutating func silent(_ now: Date, refusal: String?) -> String? {
        let reason = refusal ?? Rollout.Reason.notBack.rawValue
        switch step {
        case .unasked, .ready, .off, .away: go(.away, now: now, reason: refusal)
        case .asked, .updating:
            if has(Rollout.patience, passedSince: since, at: now) { return reason }
        case .trial:
            if has(Rollout.patience, passedSince: heard ?? since, at: now) { return reason }
        case .kept, .returning, .returned, .failed: break
        }
        return nil
    }

    /// Where a hub is that was not asked.
    private mutating func place(_ answer: HubVersion, target: String, now: Date) {
        switch answer.step {
        case .off: go(.off, now: now)
        case .failed where answer.problem == .notReturned: go(.failed, now: now, reason: answer.problem?.rawValue)
        case .trial where answer.version == target: go(.trial, now: now)
        case .installing, .trial, .returning: go(.unasked, now: now)
        default:
            guard answer.version != target else { return go(.kept, now: now) }
            // What does not arrive before the update would not arrive after it.
            let isStuck = Rollout.isStuck(answer)
            go(isStuck ? .unasked : .ready, now: now, reason: isStuck ? Rollout.Reason.notArriving.rawValue : nil)
        }
    }

    private mutating func begin(_ answer: HubVersion, target: String, now: Date) -> String? {
        switch answer.step {
        // Both steps together have one time, so that orders which a hub loses again and again come to an end.
        case .installing: step = .updating
        case .trial where answer.version == target: go(.trial, now: now)
        case .idle where answer.version == target: go(.kept, now: now)
        default:
            // An older answer may still be shown, until the hub has the order.
            guard has(Rollout.patience, passedSince: since, at: now) else { return nil }
            return answer.problem?.rawValue ?? Rollout.Reason.notBegun.rawValue
        }
        return nil
    }

    private mutating func install(_ answer: HubVersion, target: String, now: Date) -> String? {
        switch answer.step {
        case .trial where answer.version == target: go(.trial, now: now)
        case .idle where answer.version == target: go(.kept, now: now)
        case .returning, .returned, .failed, .off: return answer.problem?.rawValue ?? answer.step.rawValue
        // A power cut has lost the order, or the hub's root part does not take it: it is given again.
        case .idle where !has(Rollout.patience, passedSince: since, at: now): step = .asked
        case .idle: return Rollout.Reason.notBegun.rawValue
        default:
            if has(Rollout.patience, passedSince: since, at: now) { return Rollout.Reason.notDone.rawValue }
        }
        return nil
    }

    private mutating func run(_ answer: HubVersion, target: String, now: Date) -> String? {
        switch answer.step {
        case .trial where answer.version == target:
            return Rollout.isStuck(answer) ? Rollout.Reason.notArriving.rawValue : nil
        case .idle where answer.version == target:
            go(.kept, now: now)
            return nil
        default: return answer.problem?.rawValue ?? answer.step.rawValue
        }
    }

    private mutating func goBack(_ answer: HubVersion, target: String, now: Date) {
        switch answer.step {
        case .off: go(.off, now: now)
        case .idle, .returned:
            if answer.version != target {
                go(.returned, now: now, reason: reason)
            } else if answer.previous == nil {
                go(.failed, now: now, reason: HubVersion.Problem.noWayBack.rawValue)
            }
        case .failed:
            let isBack = answer.version != target && answer.problem != .notReturned
            go(isBack ? .returned : .failed, now: now, reason: answer.problem?.rawValue ?? reason)
        default: break
        }
    }
}
