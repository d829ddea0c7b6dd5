internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Calls the site's processes for the model's data, and for actions in Home Assistant.
struct HomeCaller: Sendable {
    /// The largest number of pages read of a list.
    private static let pageLimit = 100
    /// How long a hub may take to read or pair a meter, which includes a minute to search and a minute to wait for a
    /// person.
    private static let patience = Duration.seconds(180)
    /// The pause before another attempt to cancel a request that may not have begun yet.
    private static let again = Duration.milliseconds(500)

    let requests: RequestClient
    let clock: any Clock<Duration>

    /// Carries out an output of the model, and returns the resulting input, if any.
    ///
    /// - Throws: `BusError` if a list is unavailable; the next query retries.
    func carryOut(_ output: HomeOutput) async throws -> HomeInput? {
        switch output {
        case .tell: nil
        case .lookAtHeld: try await held()
        case .lookAtDevices: try await devices()
        case .confirm(let body):
            await words("confirmed for \(body.seat)", at: BusAddress.siteHub) {
                _ = try await requests.call(SessionOperations.confirmReading, hub: BusAddress.siteHub, body: body)
            }
        case .discard(let body):
            await words("discarded", at: BusAddress.siteHub) {
                _ = try await requests.call(SessionOperations.discardReading, hub: BusAddress.siteHub, body: body)
            }
        case .pair(let body, let hub, let id):
            await words("paired", at: hub, id: id) {
                await requests.expectReadings(for: body.seat, at: hub)
                let paired = try await work(ReaderTopics.pairPeripheral, body: body, hub: hub, id: id)
                if let fault = paired.assignmentError { throw fault.error }
            }
        case .read(let body, let hub, let id):
            await words("read", at: hub, id: id) {
                await requests.expectReadings(for: body.seat, at: hub)
                _ = try await work(ReaderTopics.readPeripheral, body: body, hub: hub, id: id)
            }
        case .cancel(let id, let hub): try await cancel(id, at: hub)
        case .answer(let body, let hub): await answer(body, at: hub)
        }
    }

    /// Sends the digits to a pairing, whose own end reports the result.
    private func answer(_ body: AnswerPasskey, at hub: String) async -> HomeInput? {
        do {
            _ = try await requests.call(ReaderTopics.answerPasskey, hub: hub, body: body)
            return nil
        } catch {
            return .done(place: hub, words: error.plainWords, id: nil)
        }
    }

    private func work<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        body: Body,
        hub: String,
        id: String
    ) async throws -> Reply {
        try await requests.call(operation, hub: hub, body: body, id: id, timeout: Self.patience)
    }

    /// Cancels only the work of this request, whose own end reports the result.
    private func cancel(_ id: String, at hub: String) async throws -> HomeInput? {
        do {
            _ = try await requests.call(ReaderTopics.cancel, hub: hub, body: CancelWork(request: id))
            return nil
        } catch let error as BusError where error.code == .notFound {
            try await clock.sleep(for: Self.again)
            return .notCancelled(id, hub: hub)
        } catch let error as BusError {
            return .done(place: hub, words: error.message, id: nil)
        }
    }

    private func words(
        _ done: String,
        at place: String,
        id: String? = nil,
        _ act: () async throws -> Void
    ) async -> HomeInput {
        do {
            try await act()
            return .done(place: place, words: done, id: id)
        } catch {
            return .done(place: place, words: error.plainWords, id: id)
        }
    }

    private func held() async throws -> HomeInput {
        let page = try await requests.call(
            SessionOperations.heldReadings,
            hub: BusAddress.siteHub,
            body: PageRequest()
        )
        return .held(page.readings, isAll: page.pages <= 1)
    }

    private func devices() async throws -> HomeInput {
        var (found, page, last) = ([DeviceID: Set<String>](), 1, 1)
        while page <= last {
            let body = PageRequest(page: page)
            let list = try await requests.call(SessionOperations.devices, hub: BusAddress.siteHub, body: body)
            for entry in list.assignments where entry.until == nil {
                found[entry.device, default: []].insert(entry.seat)
            }
            last = min(list.pages ?? 1, Self.pageLimit)
            page += 1
        }
        return .assigned(found)
    }

    /// All seats of the site.
    ///
    /// - Throws: `BusError`.
    func seats() async throws -> Set<String> {
        var (found, page, last) = (Set<String>(), 1, 1)
        while page <= last {
            let body = SeatsRequest(page: page)
            let list = try await requests.call(SessionOperations.seats, hub: BusAddress.siteHub, body: body)
            found.formUnion(list.seats.map(\.seat))
            last = min(list.pages, Self.pageLimit)
            page += 1
        }
        return found
    }
}
