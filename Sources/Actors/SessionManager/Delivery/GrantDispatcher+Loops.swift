internal import BusContract
internal import DeliveryRules
internal import Logging
internal import MessageBus
internal import QueueStore

extension GrantDispatcher {
    /// Owns the queue until cancelled: grants on demand, on new work, when a lease or a delay ends.
    ///
    /// - Throws: `BusError` when the broker forbids the demands, `StoreError` when the existing leases cannot be read.
    func ownQueue() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.deal() }
            group.addTask { try await self.receivePulls() }
            group.addTask { try await self.watchWorkers() }
            // The first error ends the process; waiting for every task would hide the error until all had ended.
            while try await group.next() != nil {}
        }
    }

    private func deal() async throws {
        // A restarted owner cannot know what workers do: every lease lasts one more term from now.
        try await store.delivery.extendAllLeases(
            now: line.clock.now,
            term: line.term,
            bootID: BootIdentity.current,
            at: line.time
        )
        try await begin()
        while !Task.isCancelled {
            do {
                try await step()
            } catch is CancellationError {
                return
            } catch {
                line.logger.warning(
                    "could not grant work; will retry within a second: check the disk",
                    metadata: ["error": "\(error)"]
                )
                await line.wake.wait(atMost: .seconds(1), clock: line.client.environment.clock)
            }
        }
    }

    private func step() async throws {
        let now = line.clock.now
        if let due = desk.due, due <= now, try await store.delivery.expireLeases(now: now, at: line.time) > 0 {
            onChange()
        }
        try await asker.ask(desk.book.open(now: line.clock.now))
        try await followPulse()
        if try await look(now: now) { return }
        let next = [desk.due, await asker.nextDue, pulse.next].compactMap {
            $0.map { $0.milliseconds - line.clock.now.milliseconds }
        }
        let pause = min(5_000, (next.filter { $0 > 0 }.min() ?? 5_000) + 1)
        await line.wake.wait(atMost: .milliseconds(pause), clock: line.client.environment.clock)
    }

    /// Grants what is due, unless the last look found nothing and nothing has changed since: most demands follow an
    /// answer, and change nothing.
    ///
    /// - Returns: Whether more delayed records are due.
    private func look(now: BootInstant) async throws -> Bool {
        // Counted before the look: a change during it leads to another one.
        let changes = line.changes.value
        if let last = desk.emptyLook, last.holds(changes: changes, now: now) { return false }
        desk.emptyLook = nil
        let isMoreDue = try await promote(now: now)
        var found = try await grantOnce()
        while found == .granted { found = try await grantOnce() }
        // Work that is already due waits for a demand, which wakes this loop.
        desk.due = try await store.delivery.nextDue(after: now)
        if found == .nothing, !isMoreDue { desk.emptyLook = EmptyLook(changes: changes, due: desk.due, now: now) }
        return isMoreDue
    }

    /// What a look at the work came to.
    private enum Look {
        case granted
        /// Work without a worker that has room for it.
        case kept
        case nothing
    }

    /// Deals the available work to the workers that have room.
    private func grantOnce() async throws -> Look {
        let now = line.clock.now
        let room = desk.book.room(now: now)
        guard room > 0 else { return .kept }
        let work = try await ready(room: room, now: now)
        guard !work.isEmpty else { return .nothing }
        var isAnyGranted = false
        for share in desk.book.shares(of: work, now: line.clock.now) {
            if try await answer(share) { isAnyGranted = true }
        }
        return isAnyGranted ? .granted : .kept
    }

    /// Grants a worker its share, as much as one message takes at a time; false when there is nothing to grant.
    private func answer(_ share: PullBook.Share) async throws -> Bool {
        var left = share
        var isAnyGranted = false
        while left.live > 0 || left.history > 0 {
            let size = min(left.live + left.history, Self.itemsPerGrant)  // In range: dealt one by one.
            var part = left
            part.live = min(left.live, size)
            part.history = size - part.live
            let granted = try await lease(part)
            guard !granted.isEmpty else { break }
            let old = granted.count { $0.isHistory }
            desk.book.granted(live: granted.count - old, history: old, to: share.demand)
            await send(granted, to: share.demand)
            onChange()
            isAnyGranted = true
            left.live -= part.live  // In range: a part of it.
            left.history -= part.history  // In range: a part of it.
        }
        return isAnyGranted
    }
}

// MARK: - Workers

extension GrantDispatcher {
    /// Takes workers' demands until cancelled.
    private func receivePulls() async throws {
        let client = line.client
        let subscription = try await client.subscribe(to: [UploadWork.pull.descriptor], hub: client.address.hub)
        for await message in subscription {
            guard let demand = WorkPull.read(message, by: client), case let pull = demand.data else {
                line.logger.warning("skipped a demand", metadata: ["bytes": "\(message.payload.count)"])
                continue
            }
            guard await admit(demand) else { continue }
            desk.book.pull(
                worker: pull.worker,
                free: pull.free,
                freeLive: pull.freeLive,
                apis: pull.apis?.map(\.rawValue),
                full: pull.full?.map(\.rawValue) ?? [],
                pullID: pull.pullID,
                ledger: pull.ledger.map(LedgerMark.init),
                now: line.clock.now
            )
            line.wake.signal()
        }
        subscription.cancel()
    }

    /// Watches workers' availability until cancelled: a last will stops new grants, and only that.
    private func watchWorkers() async throws {
        try await LostWorkers.watch(.uploader, by: line.client) { desk.book.unavailable($0) }
    }
}

// MARK: - Messages

extension GrantDispatcher {
    /// Sends a grant, and takes the work back if no worker received it.
    func hand(
        _ granted: [Grant],
        to demand: PullBook.Demand,
        publish: () async throws -> PublishReceipt
    ) async {
        do {
            if try await publish() == .delivered { return }
            desk.book.unavailable(demand.worker)
        } catch let error as BusError where error.code == .outcomeUnknown {
            // The worker may have received it, so only the lease's end frees the work for another.
            return line.logger.warning(
                "a grant may not have arrived; another uploader gets the work after its lease",
                metadata: ["worker": "\(demand.worker)"]
            )
        } catch {
            let facts: Logger.Metadata = ["worker": "\(demand.worker)", "error": "\(error)"]
            line.logger.warning("could not send a grant", metadata: facts)
        }
        await settleOrWait(granted, as: .released(possiblySent: false))
    }

    /// Commits the owner's own outcome for leased work; if that fails, the leases' ends settle it.
    func settleOrWait(_ granted: [Grant], as outcome: AttemptOutcome) async {
        guard !granted.isEmpty else { return }
        do {
            try await settle(granted, as: outcome)
        } catch {
            line.logger.warning(
                "unsent grants are released when their leases end",
                metadata: ["error": "\(error)"]
            )
        }
    }
}
