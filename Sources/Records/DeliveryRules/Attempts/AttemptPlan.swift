/// Decides each step of delivering one granted record: make it, change it, look it up first, or settle without sending.
///
/// Pure: the worker asks, carries the step out, and asks again with what came of it.
public struct AttemptPlan: Sendable, Hashable {
    /// What is to be done next.
    public enum Step: Sendable, Hashable {
        /// Send the request that makes the record.
        case create
        /// Send the request that changes the record that is there, under the destination's id where one is known.
        case update(serverID: String?)
        /// Send the request that deletes the record, under the destination's id where the owner does not know it.
        case delete(serverID: String?)
        /// Ask the destination whether it has the record.
        case lookUp
        /// Send nothing: the destination has this very revision.
        case settleDone(serverID: String)
        /// Send nothing: the record is to be deleted, and the destination has none.
        case settleDeleted
        /// Send nothing: the record is to be deleted, and nobody can tell under which id.
        case settleUndeletable
        /// Send nothing now: the look-up must be answered first.
        case settleLater
        /// Send nothing: the look-up's answer says it all.
        case settle(AnswerClass)
        /// Send nothing: what the destination answered stands.
        case keepAnswer
    }

    /// What a look-up came to.
    public enum LookUp: Sendable, Hashable {
        /// The destination has some revision under this id; with ``RepeatPolicy/versions``, it has done what this revision asks.
        case found(serverID: String)
        /// The destination has none.
        case absent
        /// Nothing is known now: it failed, or was not answered.
        case unanswered
        /// Nothing will be known: the destination answers that it has no such list.
        case notOffered
        /// Nothing is known, since the credentials are refused or the destination is not itself.
        case refused(AnswerClass)
    }

    /// What the destination does with a log id that it knows.
    public let repeats: RepeatPolicy
    /// Whether the destination surely has an earlier revision.
    public let isUpdate: Bool
    /// Whether an earlier attempt may have reached the destination, by the owner's word or the own ledger's.
    public let isInDoubt: Bool
    /// Whether the destination may have an earlier revision, so that finding the record there proves nothing.
    public let mayBeOlderThere: Bool
    /// Whether the record is to be deleted.
    public let isDeletion: Bool
    /// Whether so much time has passed since the last request that may have arrived that the destination's list must show it.
    ///
    /// A list may lag behind what the destination has taken; until then its silence is no word.
    public let hasSettled: Bool

    /// Begins with what is known before the first step.
    ///
    /// - Parameters:
    ///   - repeats: What the destination does with a log id that it knows.
    ///   - revision: The granted revision.
    ///   - fence: The grant's number.
    ///   - isUpdate: Whether the destination surely has an earlier revision.
    ///   - isDeletion: Whether the record is to be deleted.
    ///   - possiblySent: The owner's word: an earlier attempt may have reached the destination.
    ///   - hasSettled: Whether the list must show by now what has arrived.
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

    /// Whether the worker's own ledger knows of an earlier attempt that may have brought this revision.
    public static func isInDoubt(
        by ledger: [AttemptLedgerEntry],
        revision: Int,
        fence: Int64,
        isUpdate: Bool
    ) -> Bool {
        ledger.contains { $0.isPossiblySent && $0.fence != fence && ($0.revision == revision || !isUpdate) }
    }

    /// Whether the destination can have nothing of the record, so that it may be made together with others.
    public var isFirst: Bool { !isInDoubt && !mayBeOlderThere && !isDeletion }

    /// The first step.
    ///
    /// - Parameter canUpdate: Whether the destination offers a change, or the deletion, with the server's id that is known
    ///   now, if any.
    public func first(canUpdate: Bool) -> Step {
        if repeats == .versions { return isInDoubt ? .lookUp : writing }
        if isDeletion { return canUpdate ? .delete(serverID: nil) : repeats == .blind ? .settleUndeletable : .lookUp }
        if isUpdate, canUpdate { return .update(serverID: nil) }
        return repeats == .lookup && (isInDoubt || isUpdate) ? .lookUp : .create
    }

    /// What writes this revision where the record has one id, which everybody knows beforehand.
    private var writing: Step {
        isDeletion ? .delete(serverID: nil) : mayBeOlderThere ? .update(serverID: nil) : .create
    }

    /// What follows the look-up that ``first(canUpdate:)`` asked for.
    ///
    /// - Parameter isSecond: Whether a look-up right before found nothing: one list of several may lag, so it takes two.
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
        // Which revision is there nobody knows, so this one is written over it.
        case .found(let serverID): mayBeOlderThere ? .update(serverID: serverID) : .settleDone(serverID: serverID)
        case .absent: .create
        case .unanswered, .notOffered: .settleLater
        }
    }

    /// What follows the answer to a create, update or deletion; ``Step/keepAnswer`` where the answer stands.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - wasUpdate: Whether the request named the server's own id.
    ///   - serverID: The server's id, where one is known otherwise.
    public func afterAnswer(_ answer: DestinationAnswer, wasUpdate: Bool, serverID: String? = nil) -> Step {
        // A wrong path is answered 404 as well: where the list can tell, it is asked whether the record is gone.
        if isDeletion {
            return answer.status == 404 && answer.body == .api && repeats == .lookup ? .lookUp : .keepAnswer
        }
        if knowsSomeRevision(answer) {
            let known = answer.serverID ?? serverID
            return known.map { .update(serverID: $0) } ?? .lookUp
        }
        guard answer.status == 404, answer.body == .api, wasUpdate else { return .keepAnswer }
        // It was deleted there, or there is no such way to change it: made anew only where that cannot double it.
        switch repeats {
        case .blind, .versions: return .keepAnswer
        case .upsert, .refuses: return .create
        case .lookup: return .lookUp
        }
    }

    /// What follows the look-up that ``afterAnswer(_:wasUpdate:serverID:)`` asked for.
    ///
    /// - Parameters:
    ///   - result: What the look-up came to.
    ///   - answer: The answer that led to it.
    ///   - serverID: The id that the answered request named, where it named one.
    ///   - canOverwrite: Whether the destination changes a record whose id at the server nobody knows.
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

    /// The destination said 409: a list that fails, or that does not show the record yet, is no verdict on the change.
    private func afterSecondLookUpOfConflict(_ result: LookUp, canOverwrite: Bool) -> Step {
        switch result {
        case .found(let serverID): .update(serverID: serverID)
        case .unanswered where repeats == .lookup: .settleLater
        case .absent, .unanswered, .refused: canOverwrite ? .update(serverID: nil) : .settleLater
        case .notOffered: repeats == .lookup ? .settleLater : .update(serverID: nil)
        }
    }

    /// The destination said 404 to a deletion.
    private func afterSecondLookUpOfDeletion(_ result: LookUp, named: String?) -> Step {
        switch result {
        case .found(let serverID): serverID == named ? .settleUndeletable : .delete(serverID: serverID)
        case .absent: hasSettled ? .settleDeleted : .settleLater
        case .unanswered, .notOffered, .refused: .settleLater
        }
    }

    /// Whether 409 says that the destination has some revision, which need not be this one.
    public func knowsSomeRevision(_ answer: DestinationAnswer) -> Bool {
        answer.status == 409 && answer.body == .api && answer.conflictsWithSameLogID && mayBeOlderThere
    }
}
