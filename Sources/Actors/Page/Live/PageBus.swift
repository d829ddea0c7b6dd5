internal import BusContract
internal import MessageBus

/// Calls the site's processes with the rights of the logged-in user.
struct PageBus: Sendable {
    /// How long a browser waits for an answer.
    static let patience = Duration.seconds(8)

    let requests: RequestClient

    /// Calls an operation of one of the site's processes.
    ///
    /// - Throws: ``PageError``.
    func call<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        body: Body,
        as rights: Rights,
        hub: String = BusAddress.siteHub,
        id: String? = nil,
        timeout: Duration = patience
    ) async throws -> Reply {
        try rights.require(operation)
        do {
            return try await requests.call(operation, hub: hub, body: body, id: id, timeout: timeout)
        } catch let error as BusError {
            throw PageError(error)
        }
    }

    /// The seat's present session; nil if it has none.
    ///
    /// - Throws: ``PageError``.
    func stay(at seat: String, as rights: Rights) async throws -> SessionView? {
        do {
            return try await call(SessionOperations.session, body: SeatReference(seat: seat), as: rights)
        } catch let error as PageError where error.code == .notFound {
            return nil
        }
    }

    /// The seat's session that the reader of a form saw, for what must not reach the next person.
    ///
    /// - Parameter shown: The id of the session that the form showed.
    /// - Throws: ``PageError`` `conflict` for another session, `notFound` without one, or if it cannot be asked for.
    func session(at seat: String, shown: String, as rights: Rights) async throws -> SessionView {
        let view = try await call(SessionOperations.session, body: SeatReference(seat: seat), as: rights)
        guard view.sessionID == shown else { throw PageError(.conflict, text: "error.labelChanged") }
        return view
    }

    /// Refuses a form whose reader saw another session at the seat, because its values are that session's person's.
    ///
    /// - Parameter shown: The id of the session that the form showed; empty without one.
    /// - Returns: The seat's present session.
    /// - Throws: ``PageError`` `conflict` for another session, or if it cannot be asked for.
    @discardableResult
    func stay(at seat: String, shown: String, as rights: Rights) async throws -> SessionView? {
        let stay = try await stay(at: seat, as: rights)
        guard stay?.sessionID ?? "" == shown else { throw PageError(.conflict, text: "error.otherPerson") }
        return stay
    }

    /// All elements of a paged list.
    ///
    /// - Parameter most: The largest number of pages read.
    static func all<Element>(
        most: Int = 100,
        _ ask: (Int) async throws -> (elements: [Element], pages: Int)
    ) async throws -> [Element] {
        var (found, page, last) = ([Element](), 1, 1)
        while page <= min(last, most) {
            let next = try await ask(page)
            found += next.elements
            last = next.pages
            page += 1
        }
        return found
    }
}
