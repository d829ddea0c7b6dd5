internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import MessageBus
internal import QueueStore
internal import StoreEngine
internal import VitalRecords

/// Reads lists of records page by page; each list stays as it was when its first page was read.
struct RecordLists: ManagerService {
    /// The most elements on a page.
    static let pageSize = 32

    let parts: ServiceParts
    /// Wakes the loop that closes snapshots.
    private let opened = WakeUp()

    /// A page of a list of records, from the snapshot that page 1 opens, or live if the request has `live`.
    func page(of list: RecordList, for body: PageRequest) async throws -> RecordPage {
        // A snapshot may hold what no longer exists.
        if body.snapshot == nil { try await requireKnown(body) }
        let found = try await records(
            of: list,
            page: body.page,
            snapshot: body.snapshot,
            isLive: body.live == true
        )
        return page(found)
    }

    private func requireKnown(_ body: PageRequest) async throws {
        if let seat = body.seat { try await seats.require(seat) }
        guard let id = body.sessionID, try await store.sessions.session(id: id) == nil else { return }
        throw BusError(
            .notFound,
            message: "unknown session '\(id.prefix(64))': 'sessions' lists the known ones"
        )
    }

    /// A page of stored records, from a snapshot or live.
    func records(of list: RecordList, page: Int?, snapshot: String?, isLive: Bool) async throws
        -> StorePage<StoredRecord>
    {
        let number = page ?? 1
        if let snapshot { return try await store.records.page(number, of: list, snapshot: snapshot, now: clock.now) }
        guard number <= 1, !isLive else {
            return try await store.records.records(list, page: number, pageSize: Self.pageSize)
        }
        let found = try await store.records.firstPage(
            list,
            pageSize: Self.pageSize,
            snapshot: environment.newID(),
            now: clock.now
        )
        if found.snapshot != nil { opened.signal() }
        return found
    }

    /// Closes expired snapshots until cancelled.
    func run() async {
        while !Task.isCancelled {
            let end = await store.records.closeExpiredSnapshots(now: clock.now)
            let pause = end.map { Duration.milliseconds(max(1, $0.milliseconds - clock.now.milliseconds)) }
            await opened.wait(atMost: pause ?? .seconds(3600), clock: environment.clock)
        }
    }

    /// A moment of the boot clock as wall-clock time, to the second; nil if it has passed.
    func moment(_ until: BootInstant?) -> Date? {
        guard let until, until > clock.now else { return nil }
        let left = until.milliseconds - clock.now.milliseconds
        return Date(timeIntervalSince1970: (environment.now().timeIntervalSince1970 + Double(left) / 1_000).rounded())
    }

    /// A page of stored records as the bus shows it.
    private func page(_ page: StorePage<StoredRecord>) -> RecordPage {
        RecordPage(
            page: page.page,
            pages: page.pages,
            records: page.elements.compactMap { stored in
                guard let record = stored.shown else { return nil }
                return RecordPage.Entry(
                    record: stored.record.count > GrantDispatcher.bytesPerGrant
                        ? record.withoutTexts : record.shortened(from: stored.record.count),
                    state: stored.entry.state.word,
                    attempts: stored.entry.attempts,
                    error: stored.entry.state.fault ?? stored.entry.state.delay(stored.lastError),
                    destination: CloudAPI(rawValue: stored.api),
                    until: moment(stored.entry.state.until)
                )
            },
            snapshot: page.snapshot
        )
    }
}

extension DeliveryState {
    fileprivate var word: RecordPage.Entry.State {
        switch self {
        case .pending: .pending
        case .leased: .leased
        // No page contains these; a distinct state would reveal the error.
        case .submitted: RecordPage.Entry.State(rawValue: "submitted")
        case .rejected: .rejected
        case .ended(let outcomeUnknown): outcomeUnknown ? .unknown : .unsynced
        case .withdrawn: RecordPage.Entry.State(rawValue: "withdrawn")
        }
    }

    /// When the wait or the worker's lease ends; nil if no attempt will follow by itself.
    var until: BootInstant? {
        switch self {
        case .pending(let notBefore): notBefore
        case .leased(let lease): lease.until
        case .submitted, .rejected, .ended, .withdrawn: nil
        }
    }

    /// Why a record waits, from the code of its last error; nil without an error, or if it does not wait.
    func delay(_ code: String?) -> WireFault? {
        guard case .pending = self, let code else { return nil }
        let words =
            code == "lookupUnanswered"
            ? "possibly sent; the server is asked for it before it is sent again"
            : "this is the result of the last attempt; it is retried automatically"
        return WireFault(code: code, message: words, retriable: true)
    }

    var fault: WireFault? {
        guard case .rejected(let error) = self else { return nil }
        return WireFault(code: error.code, message: error.message, retriable: false)
    }
}
