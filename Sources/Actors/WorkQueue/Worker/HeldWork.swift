package import DeliveryRules

/// Names one grant of one piece of work.
package struct GrantName<Work: Hashable & Sendable>: Sendable, Hashable {
    /// The work: a record, an image, a job.
    package let work: Work
    /// The grant's number.
    package let fence: Int64

    /// Names a grant.
    package init(_ work: Work, fence: Int64) {
        self.work = work
        self.fence = fence
    }
}

/// One piece of granted work.
package protocol GrantedPiece: Sendable, Hashable {
    /// What names the work, whoever has it.
    associatedtype Name: Hashable & Sendable
    /// What pieces have in common that may be done together.
    associatedtype Group: Hashable = Never

    /// The grant's name.
    var key: GrantName<Name> { get }
    /// Whether it goes before history.
    var isLive: Bool { get }
    /// With which others it may be done together; nil for what goes by itself.
    var group: Group? { get }
    /// Where it goes: what stands still there keeps no place of what goes elsewhere.
    var lane: String { get }
}

extension GrantedPiece {
    /// Nobody made it wait on purpose.
    package var isLive: Bool { true }
    /// All goes to one place.
    package var lane: String { "" }
}

extension GrantedPiece where Group == Never {
    /// It goes by itself.
    package var group: Group? { nil }
}

/// Granted work and until when it may be done.
package struct HeldWork<Work: GrantedPiece>: Sendable, Hashable {
    /// What was granted.
    package let work: Work
    /// How long its lease lasts, counted from the demand that it answers.
    package let budget: LeaseBudget

    /// Holds work.
    package init(_ work: Work, budget: LeaseBudget) {
        self.work = work
        self.budget = budget
    }

    /// The grant's name.
    package var key: GrantName<Work.Name> { work.key }
    /// Whether it goes before history.
    package var isLive: Bool { work.isLive }
    /// Where it goes.
    package var lane: String { work.lane }
}
