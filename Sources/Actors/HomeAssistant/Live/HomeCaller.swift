internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Asks the processes of the site for what the model needs, and for what somebody pressed.
struct HomeCaller: Sendable {
    /// The most pages of a list that are read.
    private static let pageLimit = 100
    /// How long a hub may take to read or pair a meter: a person measures meanwhile.
    private static let patience = Duration.seconds(90)

    let requests: RequestClient

    /// Does what the model wants, and tells what came of it; nil where nothing is to be told.
    ///
    /// - Throws: `BusError` where a list cannot be had; the next look asks again.
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
        case .pair(let body, let hub):
            await words("paired", at: hub) {
                let paired = try await requests.call(
                    ReaderTopics.pairPeripheral,
                    hub: hub,
                    body: body,
                    timeout: Self.patience
                )
                if let fault = paired.assignmentError { throw fault.error }
            }
        case .read(let body, let hub):
            await words("read", at: hub) {
                _ = try await requests.call(ReaderTopics.readPeripheral, hub: hub, body: body, timeout: Self.patience)
            }
        case .cancel(let hub):
            await words("cancelled", at: hub) {
                _ = try await requests.call(ReaderTopics.cancel, hub: hub, body: CancelWork())
            }
        }
    }

    private func words(_ done: String, at place: String, _ act: () async throws -> Void) async -> HomeInput {
        do {
            try await act()
            return .done(place: place, words: done)
        } catch let error as BusError {
            return .done(place: place, words: error.message)
        } catch {
            return .done(place: place, words: "\(error)")
        }
    }

    private func held() async throws -> HomeInput {
        let page = try await requests.call(
            SessionOperations.heldReadings,
            hub: BusAddress.siteHub,
            body: PageRequest()
        )
        return .held(page.readings, count: page.readings.count)
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
