internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import DurableStore
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// The most elements on a page.
    static let pageSize = 32

    /// A page of a list of records: of its snapshot, which page 1 opens, or as things are where none is named or wanted.
    func list(_ list: RecordList, _ body: PageRequest) async throws -> RecordPage {
        // A snapshot is of what there was.
        if body.snapshot == nil { try await requireKnown(body) }
        return page(
            try await records(list, page: body.page, snapshot: body.snapshot, isLive: body.live == true)
        )
    }

    private func requireKnown(_ body: PageRequest) async throws {
        if let seat = body.seat { try await requireKnown(seat) }
        guard let id = body.sessionID, try await store.session(id: id) == nil else { return }
        throw BusError(.notFound, "there is no session '\(id.prefix(64))': 'sessions' lists those that there are")
    }

    /// A page of stored records: of a snapshot, or as things are.
    func records(_ list: RecordList, page: Int?, snapshot: String?, isLive: Bool) async throws
        -> StorePage<StoredRecord>
    {
        let number = page ?? 1
        if let snapshot { return try await store.page(number, of: list, snapshot: snapshot, now: clock.now) }
        guard number <= 1, !isLive else {
            return try await store.records(list, page: number, pageSize: Self.pageSize)
        }
        let found = try await store.firstPage(
            list,
            pageSize: Self.pageSize,
            snapshot: context.environment.newID(),
            now: clock.now
        )
        if found.snapshot != nil { snapshotWake.signal() }
        return found
    }

    /// Closes snapshots of lists when their time is over, until cancelled.
    func closeSnapshots() async {
        while !Task.isCancelled {
            let end = await store.closeExpiredSnapshots(now: clock.now)
            let pause = end.map { Duration.milliseconds(max(1, $0.milliseconds - clock.now.milliseconds)) }
            await snapshotWake.wait(atMost: pause ?? .seconds(3600), clock: context.environment.clock)
        }
    }

    /// A page of stored records as the bus shows it.
    func page(_ page: StorePage<StoredRecord>) -> RecordPage {
        RecordPage(
            page: page.page,
            pages: page.pages,
            records: page.elements.compactMap { stored in
                guard let record = try? WireJSON.decode(VitalRecord.self, from: Array(stored.record)) else {
                    return nil
                }
                return RecordPage.Entry(
                    record: stored.record.count > GrantDispatcher.bytesPerGrant
                        ? record.withoutTexts : record.shortened(from: stored.record.count),
                    state: stored.entry.state.word,
                    attempts: stored.entry.attempts,
                    error: stored.entry.state.fault
                )
            },
            snapshot: page.snapshot
        )
    }

    /// A page of held readings as the bus shows it.
    func held(
        _ page: StorePage<HeldReading>,
        _ pictures: [String: HeldPicture],
        _ assignments: [DeviceAssignment]
    ) -> HeldPage {
        HeldPage(
            page: page.page,
            pages: page.pages,
            readings: page.elements.compactMap { held in
                guard let reading = try? WireJSON.decode(Reading.self, from: Array(held.reading)) else { return nil }
                let mine = assignments.filter { $0.device == held.device }
                return HeldPage.Entry(
                    reading: reading.shortened(from: held.reading.count),
                    reason: HeldReason(rawValue: held.reason),
                    assignedSeat: ownership.decide(reading, assignments: mine).assignedSeat,
                    picture: pictures[held.readingKey].map { PictureReference($0, of: reading.readingKey) }
                )
            }
        )
    }

    /// The queue's depths as the bus shows them.
    func queueState() async throws -> QueueState {
        let depths = try await store.depths()
        let paused = try await store.pausedDestinations()
        return QueueState(
            pending: depths.pendingLive + depths.pendingHistory,
            leased: depths.leased,
            held: depths.held,
            rejected: depths.rejected,
            oldestSeconds: depths.oldest.map { max(0, Int(clamping: context.environment.now().timeIntervalSince($0))) },
            paused: paused.isEmpty ? nil : paused.map { "\($0.api): \($0.reason)" }.joined(separator: "; "),
            images: depths.images,
            waiting: try await store.waiting(limit: 16).map {
                .init(
                    seat: $0.seat,
                    apiVersion: CloudAPI(rawValue: $0.api),
                    count: $0.count,
                    history: $0.history,
                    since: $0.since,
                    error: $0.lastError
                )
            }
        )
    }
}

extension DeliveryState {
    fileprivate var word: RecordPage.Entry.State {
        switch self {
        case .pending: .pending
        case .leased: .leased
        // No page has these; a word of its own tells if one ever does.
        case .submitted: RecordPage.Entry.State(rawValue: "submitted")
        case .rejected: .rejected
        case .ended(let outcomeUnknown): outcomeUnknown ? .unknown : .unsynced
        case .withdrawn: RecordPage.Entry.State(rawValue: "withdrawn")
        }
    }

    var fault: WireFault? {
        guard case .rejected(let error) = self else { return nil }
        return WireFault(code: error.code, message: error.message, retriable: false)
    }
}
