internal import ActorRuntime
internal import MessageBus
internal import QueueStore

/// The services that decide whose a reading is: on arrival, on a new assignment, and on a person's decision.
struct ReadingServices: Sendable {
    let decisions: ReadingDecisions
    let intake: IntakeService
    let assignments: AssignmentService
    let held: HeldDesk
    let asked: AskedHubs

    init(_ parts: ServiceParts, pictures: HeldPictureService, marks: StoreMarks) {
        decisions = ReadingDecisions(events: parts.events, ownership: parts.ownership, wallClock: parts.wallClock)
        asked = AskedHubs(parts)
        let fates = ReadingFates(parts: parts, decisions: decisions, asked: asked)
        intake = IntakeService(parts: parts, fates: fates, decisions: decisions, pictures: pictures, marks: marks)
        assignments = AssignmentService(parts: parts, decisions: decisions)
        held = HeldDesk(parts: parts, decisions: decisions)
    }

    /// The operations of the group.
    var handlers: [RequestHandler] { intake.handlers + assignments.handlers + held.handlers + asked.handlers }
}
