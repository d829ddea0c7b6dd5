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
        let (context, ownership) = (parts.context, parts.ownership)
        decisions = ReadingDecisions(events: parts.events, ownership: ownership, wallClock: parts.wallClock)
        asked = AskedHubs(store: parts.store, seats: parts.seats, environment: context.environment)
        intake = IntakeService(
            store: parts.store,
            fates: ReadingFates(
                store: parts.store,
                seats: parts.seats,
                ownership: ownership,
                wallClock: parts.wallClock,
                decisions: decisions,
                asked: asked,
                logger: context.logger
            ),
            decisions: decisions,
            pictures: pictures,
            wallClock: parts.wallClock,
            marks: marks,
            environment: context.environment,
            activity: context.activity,
            signals: parts.signals,
            tracer: context.client.tracer
        )
        assignments = AssignmentService(
            store: parts.store,
            seats: parts.seats,
            decisions: decisions,
            events: parts.events,
            environment: context.environment,
            signals: parts.signals
        )
        held = HeldDesk(
            store: parts.store,
            seats: parts.seats,
            ownership: ownership,
            decisions: decisions,
            wallClock: parts.wallClock,
            environment: context.environment,
            signals: parts.signals,
            unreadable: parts.unreadable
        )
    }

    /// The operations of the group.
    var handlers: [RequestHandler] { intake.handlers + assignments.handlers + held.handlers + asked.handlers }
}
