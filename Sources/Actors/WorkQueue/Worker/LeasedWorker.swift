package import BusContract
package import DeliveryRules
package import MessageBus

/// What a worker holds and has to tell, and what wakes its loops.
package struct WorkDesk<Work: GrantedPiece, Outcome: GrantOutcome>: Sendable where Work.Name == Outcome.Name {
    /// When demands were sent.
    package var pulls = PullMachine()
    /// What is held.
    package var slots: WorkSlots<Work>
    /// What was answered.
    package var answers = GrantAnswers<Outcome>()
    /// Demands sent.
    package var pullsSent: Int64 = 0
    /// Answers to the owner that had to be repeated.
    package var acksRepeated: Int64 = 0
    /// Whether the own grants come in.
    var isSubscribed = false
    /// Wakes the loop that demands.
    package let pullWake = WakeUp()
    /// Wakes the loop that starts work.
    package let workWake = WakeUp()
    /// Wakes the loop that tells the owner.
    package let tellWake = WakeUp()
    /// Wakes who waits for the end of all work and its answers.
    package let endWake = WakeUp()

    /// Makes an empty desk.
    ///
    /// - Parameter lanes: Where work goes, as ``GrantedPiece/lane`` has it.
    package init(concurrency: Int, prefetch: Int, lanes: [String] = []) {
        slots = WorkSlots(concurrency: concurrency, prefetch: prefetch, lanes: lanes)
    }

    /// Whether a grant is neither held nor answered: a message may come twice.
    package func isNews(_ key: GrantName<Work.Name>) -> Bool { !slots.holds(key) && !answers.holds(key) }
}

/// Takes work from a queue under leases, does it, and tells its owner what came of it until that is confirmed.
///
/// The loops are the same for every queue (`LeasedWorker+Loops.swift`); what is work, and how it is done and remembered, is the
/// worker's own.
package protocol LeasedWorker: Actor {
    /// A message of grants.
    associatedtype Message: GrantMessage
    /// One piece of work.
    associatedtype Work: GrantedPiece
    /// What came of it.
    associatedtype Outcome: GrantOutcome where Outcome.Name == Work.Name

    /// The line to the owner.
    nonisolated var line: WorkLine<Message> { get }
    /// What is held and what is to be told.
    var desk: WorkDesk<Work, Outcome> { get set }
    /// The whole time of the shortest work: under a lease in which it does not fit, nothing begins.
    var shortestWork: Duration { get }

    /// What to ask for now.
    func demand(_ pullID: String) async -> WorkPull
    /// The work of a message; what else it says is done.
    func unpack(_ message: Message) async -> [Work]
    /// A grant came that answers a demand of this start; whether the shortest work still fits in its lease.
    func weigh(_ budget: LeaseBudget, fits: Bool)
    /// How many pieces may be done together with one, itself included.
    func together(_ held: HeldWork<Work>) -> Int
    /// Does what has one place, and finishes each of it (``finish(_:outcome:)``).
    func carry(_ group: [HeldWork<Work>]) async

    /// The outcome of work that was never begun.
    func unbegun(_ work: Work) -> Outcome
    /// Answers for work that cannot be taken.
    func giveBack(_ work: Work) async
    /// Counts an outcome that is put before the owner.
    func note(_ outcome: Outcome, of work: Work)
    /// Tells the owner, and returns what it confirms.
    func tell(_ outcomes: [Outcome]) async throws -> [GrantName<Work.Name>]
    /// How telling went: all is confirmed, or it failed, with an error where there was one.
    func noteTelling(isConfirmed: Bool, error: (any Error)?)
    /// The owner has confirmed outcomes: nothing of them need be remembered.
    func forget(_ settled: [Outcome]) async
    /// The process stops, and what is on its way has some time left.
    func endWork() async
}

extension LeasedWorker {
    /// Any lease will do.
    package var shortestWork: Duration { .zero }
    /// Nothing hangs on it.
    package func weigh(_ budget: LeaseBudget, fits: Bool) {}
    /// Each by itself.
    package func together(_ held: HeldWork<Work>) -> Int { 1 }
    /// It goes to others at once.
    package func giveBack(_ work: Work) async { answer(unbegun(work)) }
    /// It is waited for as long as it takes.
    package func endWork() async {}
}
