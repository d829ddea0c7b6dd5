/// Decides each step of the delivery of one granted record: create, update, look up first, or settle without sending.
///
/// Pure: the worker asks for a step, carries it out, and asks again with the result.
public struct AttemptPlan: Sendable, Hashable {
    /// The next step.
    public enum Step: Sendable, Hashable {
        /// Send the request that creates the record.
        case create
        /// Send the request that updates the existing record, under the destination's id if known.
        case update(serverID: String?)
        /// Send the request that deletes the record; `serverID` is set if only the worker knows the destination's id.
        case delete(serverID: String?)
        /// Ask the destination whether it has the record.
        case lookUp
        /// Send nothing: the destination already has this revision.
        case settleDone(serverID: String)
        /// Send nothing: the record to delete is not at the destination.
        case settleDeleted
        /// Send nothing: the id of the record to delete is unknown.
        case settleUndeletable
        /// Send nothing now: the look-up must be answered first.
        case settleLater
        /// Send nothing: the look-up's answer decides.
        case settle(AnswerClass)
        /// Send nothing: the destination's answer is final.
        case keepAnswer
    }

    /// The result of a look-up.
    public enum LookUp: Sendable, Hashable {
        /// The destination has some revision under this id; with ``RepeatPolicy/versions``, it has applied this
        /// revision.
        case found(serverID: String)
        /// The destination does not have the record.
        case absent
        /// The look-up failed or was not answered.
        case unanswered
        /// The destination has no such list, so no look-up can succeed.
        case notOffered
        /// The destination refused the credentials, or the answer did not come from its API.
        case refused(AnswerClass)
    }

    /// What the destination does with a log id that it already knows.
    public let repeats: RepeatPolicy
    /// Whether the destination certainly has an earlier revision.
    public let isUpdate: Bool
    /// Whether an earlier attempt may have reached the destination, according to the owner or the worker's own ledger.
    public let isInDoubt: Bool
    /// Whether the destination may have an earlier revision; then a found record need not be this revision.
    public let mayBeOlderThere: Bool
    /// Whether the revision deletes the record.
    public let isDeletion: Bool
    /// Whether the last request that may have arrived is old enough to appear in the destination's list.
    ///
    /// A list may lag behind the stored records; until then a missing entry proves nothing.
    public let hasSettled: Bool

    /// Creates a plan from the facts known before the first step.
    ///
    /// - Parameters:
    ///   - repeats: What the destination does with a log id that it already knows.
    ///   - revision: The granted revision.
    ///   - fence: The grant's number.
    ///   - isUpdate: Whether the destination certainly has an earlier revision.
    ///   - isDeletion: Whether the revision deletes the record.
    ///   - possiblySent: Whether, according to the owner, an earlier attempt may have reached the destination.
    ///   - hasSettled: Whether the list must by now show every request that has arrived.
    ///   - ledger: The record's attempts in the worker's own ledger.
    public init(
        repeats: RepeatPolicy,
        revision: Int,
        fence: Int64,
        isUpdate: Bool,
        isDeletion: Bool = false,
        possiblySent: Bool,
        hasSettled: Bool,
        ledger: [AttemptLedgerEntry]
    ) {
        self.hasSettled = hasSettled
        self.repeats = repeats
        self.isUpdate = isUpdate
        self.isDeletion = isDeletion
        mayBeOlderThere = isUpdate || revision > 1
        isInDoubt =
            possiblySent || Self.isInDoubt(by: ledger, revision: revision, fence: fence, isUpdate: isUpdate)
    }

    /// Whether the worker's own ledger has an earlier attempt that may have delivered this revision.
    public static func isInDoubt(
        by ledger: [AttemptLedgerEntry],
        revision: Int,
        fence: Int64,
        isUpdate: Bool
    ) -> Bool {
        ledger.contains { $0.isPossiblySent && $0.fence != fence && ($0.revision == revision || !isUpdate) }
    }

    /// Whether the destination cannot have the record yet, so that it may be created in a batch.
    public var isFirst: Bool { !isInDoubt && !mayBeOlderThere && !isDeletion }

    /// The first step.
    ///
    /// - Parameter canUpdate: Whether the destination supports the update, or the deletion, with the server's id as far
    ///   as it is known now.
    public func first(canUpdate: Bool) -> Step {
        if repeats == .versions { return isInDoubt ? .lookUp : writing }
        if isDeletion { return canUpdate ? .delete(serverID: nil) : repeats == .blind ? .settleUndeletable : .lookUp }
        if isUpdate, canUpdate { return .update(serverID: nil) }
        return repeats == .lookup && (isInDoubt || isUpdate) ? .lookUp : .create
    }

    /// The step that writes this revision, for a record whose only id is known in advance.
    private var writing: Step {
        isDeletion ? .delete(serverID: nil) : mayBeOlderThere ? .update(serverID: nil) : .create
    }

    /// The step after the look-up that ``first(canUpdate:)`` asked for.
    ///
    /// - Parameter isSecond: Whether the previous look-up also found nothing; absence takes two, because one of several
    ///   lists may lag.
    public func afterLookUp(_ result: LookUp, isSecond: Bool = false) -> Step {
        switch result {
        case .found(let serverID) where repeats == .versions:
            isDeletion ? .settleDeleted : .settleDone(serverID: serverID)
        case .found(let serverID) where isDeletion: .delete(serverID: serverID)
        case .absent where !hasSettled: .settleLater
        case .absent where !isSecond: .lookUp
        case .absent where repeats == .versions: writing
        case .absent where isDeletion: .settleDeleted
        case .refused(let answer): .settle(answer)
        // The destination's revision is unknown, so this one overwrites it.
        case .found(let serverID): mayBeOlderThere ? .update(serverID: serverID) : .settleDone(serverID: serverID)
        case .absent: .create
        case .unanswered, .notOffered: .settleLater
        }
    }

    /// The step after the answer to a create, update or deletion; ``Step/keepAnswer`` if the answer is final.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - wasUpdate: Whether the request named the server's own id.
    ///   - serverID: The server's id, if known from elsewhere.
    public func afterAnswer(_ answer: DestinationAnswer, wasUpdate: Bool, serverID: String? = nil) -> Step {
        // A wrong path also gives 404, so a destination with a list is asked whether the record is gone.
        if isDeletion {
            return answer.status == 404 && answer.body == .api && repeats == .lookup ? .lookUp : .keepAnswer
        }
        if knowsSomeRevision(answer) {
            let known = answer.serverID ?? serverID
            return known.map { .update(serverID: $0) } ?? .lookUp
        }
        guard answer.status == 404, answer.body == .api, wasUpdate else { return .keepAnswer }
        // The record was deleted there, or cannot be updated this way. It is created again only where that cannot
        // duplicate it.
        switch repeats {
        case .blind, .versions: return .keepAnswer
        case .upsert, .refuses: return .create
        case .lookup: return .lookUp
        }
    }

    /// The step after the look-up that ``afterAnswer(_:wasUpdate:serverID:)`` asked for.
    ///
    /// - Parameters:
    ///   - result: The result of the look-up.
    ///   - answer: The answer that led to it.
    ///   - serverID: The id in the answered request, if it had one.
    ///   - canOverwrite: Whether the destination can update a record whose server id is unknown.
    public func afterSecondLookUp(
        _ result: LookUp,
        answer: DestinationAnswer,
        serverID: String? = nil,
        canOverwrite: Bool = false
    ) -> Step {
        if case .refused(let refusal) = result, repeats == .lookup { return .settle(refusal) }
        if isDeletion { return afterSecondLookUpOfDeletion(result, named: serverID) }
        if knowsSomeRevision(answer) { return afterSecondLookUpOfConflict(result, canOverwrite: canOverwrite) }
        switch result {
        case .absent: return hasSettled ? .create : .settleLater
        case .found, .refused: return .keepAnswer
        case .unanswered, .notOffered: return .settleLater
        }
    }

    /// The step after a 409; a list that fails, or does not show the record yet, does not decide about the update.
    private func afterSecondLookUpOfConflict(_ result: LookUp, canOverwrite: Bool) -> Step {
        switch result {
        case .found(let serverID): .update(serverID: serverID)
        case .unanswered where repeats == .lookup: .settleLater
        case .absent, .unanswered, .refused: canOverwrite ? .update(serverID: nil) : .settleLater
        case .notOffered: repeats == .lookup ? .settleLater : .update(serverID: nil)
        }
    }

    /// The step after a 404 to a deletion.
    private func afterSecondLookUpOfDeletion(_ result: LookUp, named: String?) -> Step {
        switch result {
        case .found(let serverID): serverID == named ? .settleUndeletable : .delete(serverID: serverID)
        case .absent: hasSettled ? .settleDeleted : .settleLater
        case .unanswered, .notOffered, .refused: .settleLater
        }
    }

    /// Whether the answer is a 409 that proves some revision at the destination, not necessarily this one.
    public func knowsSomeRevision(_ answer: DestinationAnswer) -> Bool {
        answer.status == 409 && answer.body == .api && answer.conflictsWithSameLogID && mayBeOlderThere
    }
}
