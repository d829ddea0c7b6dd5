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
