internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus

/// Deletes what a file has about persons who were erased, or whose seat another person has.
struct PersonSweep<Entry: PersonEntry>: Sendable {
    /// How often the entries are checked: erasing a seat sends no event.
    private static var pause: Duration { .seconds(30) }
    /// The largest number of pages of a list read.
    private static var mostPages: Int { 100 }

    let file: PersonFile<Entry>
    let bus: PageBus
    let environment: BusEnvironment
    let logger: Logger

    /// Checks until cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await sweep()
            } catch {
                logger.debug("cannot check now whose entries have ended", metadata: ["error": "\(error)"])
            }
            do { try await environment.clock.sleep(for: Self.pause) } catch { return }
        }
    }

    private func sweep() async throws {
        let all = file.all
        guard !all.isEmpty else { return }
        let present = try await present()
        for (seat, entry) in all {
            var fate = Self.fate(of: entry, present: present[seat])
            if fate == .unclear { fate = try await isKnown(entry, seat: seat, present: present[seat]) }
            switch fate {
            case .stays(let session) where session != entry.session:
                var newer = entry
                newer.session = session
                try file.replace(seat, was: entry, with: newer)
            case .ends: try file.replace(seat, was: entry, with: nil)
            case .stays, .unclear: break
            }
        }
    }

    /// What a seat's present session says of an entry.
    static func fate(of entry: Entry, present: SessionView?) -> PersonFate {
        guard let present else { return .unclear }
        guard entry.isOf(present) else { return .ends }
        return present.sessionID == entry.session ? .stays(session: entry.session) : .unclear
    }

    private func present() async throws -> [String: SessionView] {
        let seats = try await PageBus.all(most: Self.mostPages) { page in
            let next = try await bus.call(SessionOperations.seats, body: SeatsRequest(page: page), as: .wholeSite)
            return (next.seats, next.pages)
        }
        return seats.reduce(into: [:]) { $0[$1.seat] = $1.session }
    }

    private func isKnown(_ entry: Entry, seat: String, present: SessionView?) async throws -> PersonFate {
        var (page, last) = (1, 1)
        while page <= min(last, Self.mostPages) {
            let body = PageRequest(seat: seat, page: page)
            let next = try await bus.call(SessionOperations.sessions, body: body, as: .wholeSite)
            if next.sessions.contains(where: { $0.session.sessionID == entry.session }) {
                return .stays(session: present?.sessionID ?? entry.session)
            }
            (page, last) = (page + 1, next.pages)
        }
        return .ends
    }
}

/// The checks of all files about persons.
struct PersonSweeps: Sendable {
    private let labels: PersonSweep<PersonLabels.Entry>
    private let plans: PersonSweep<PersonPlans.Entry>
    private let notes: PersonSweep<PersonNotes.Entry>
    private let units: PersonSweep<PageUnits.Entry>

    init(_ files: PageFiles, bus: PageBus, environment: BusEnvironment, logger: Logger) {
        labels = PersonSweep(file: files.labels.file, bus: bus, environment: environment, logger: logger)
        plans = PersonSweep(file: files.plans.file, bus: bus, environment: environment, logger: logger)
        notes = PersonSweep(file: files.notes.file, bus: bus, environment: environment, logger: logger)
        units = PersonSweep(file: files.units.file, bus: bus, environment: environment, logger: logger)
    }

    /// Checks until cancelled.
    func run() async {
        async let labels: Void = labels.run()
        async let plans: Void = plans.run()
        async let notes: Void = notes.run()
        async let units: Void = units.run()
        _ = await (labels, plans, notes, units)
    }
}

/// What a check found of a person's entry.
enum PersonFate: Sendable, Hashable {
    /// It stays, with the newest session of its person.
    case stays(session: String)
    /// Only the seat's list of sessions tells whether its person was erased.
    case unclear
    case ends
}
