internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus

/// Deletes the labels of persons who were erased, or whose seat another person has.
struct LabelSweep: Sendable {
    /// How often the labels are checked: erasing a seat sends no event.
    private static let pause = Duration.seconds(30)
    /// The largest number of pages of a list read.
    private static let mostPages = 100

    /// What a check found of a label.
    enum Fate: Sendable, Hashable {
        /// It stays, with the newest session of its person.
        case stays(session: String)
        /// Only the seat's list of sessions tells whether its person was erased.
        case unclear
        case ends
    }

    let labels: PersonLabels
    let bus: PageBus
    let environment: BusEnvironment
    let logger: Logger

    /// The page's own rights: no user waits for this.
    private var rights: Rights { Rights(role: .operator, seat: nil) }

    /// Checks until cancelled.
    func run() async {
        while !Task.isCancelled {
            do {
                try await sweep()
            } catch {
                logger.debug("cannot check the labels of persons now", metadata: ["error": "\(error)"])
            }
            do { try await environment.clock.sleep(for: Self.pause) } catch { return }
        }
    }

    private func sweep() async throws {
        let all = labels.all
        guard !all.isEmpty else { return }
        let present = try await present()
        for (seat, entry) in all {
            var fate = Self.fate(of: entry, present: present[seat])
            if fate == .unclear { fate = try await isKnown(entry, seat: seat, present: present[seat]) }
            switch fate {
            case .stays(let session) where session != entry.session:
                var newer = entry
                newer.session = session
                try labels.replace(seat, was: entry, with: newer)
            case .ends: try labels.replace(seat, was: entry, with: nil)
            case .stays, .unclear: break
            }
        }
    }

    /// What a seat's present session says of a label.
    static func fate(of entry: PersonLabels.Entry, present: SessionView?) -> Fate {
        guard let present else { return .unclear }
        guard entry.isOf(present) else { return .ends }
        return present.sessionID == entry.session ? .stays(session: entry.session) : .unclear
    }

    private func present() async throws -> [String: SessionView] {
        let seats = try await PageBus.all(most: Self.mostPages) { page in
            let next = try await bus.call(SessionOperations.seats, body: SeatsRequest(page: page), as: rights)
            return (next.seats, next.pages)
        }
        return seats.reduce(into: [:]) { $0[$1.seat] = $1.session }
    }

    private func isKnown(_ entry: PersonLabels.Entry, seat: String, present: SessionView?) async throws -> Fate {
        var (page, last) = (1, 1)
        while page <= min(last, Self.mostPages) {
            let body = PageRequest(seat: seat, page: page)
            let next = try await bus.call(SessionOperations.sessions, body: body, as: rights)
            if next.sessions.contains(where: { $0.session.sessionID == entry.session }) {
                return .stays(session: present?.sessionID ?? entry.session)
            }
            (page, last) = (page + 1, next.pages)
        }
        return .ends
    }
}
