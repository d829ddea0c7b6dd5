internal import ActorRuntime
internal import BusContract
internal import DeliveryRules
internal import MessageBus

extension UploadService {
    /// Accepts no new work, returns waiting work, finishes work in progress, and reports all of it to the owner.
    ///
    /// Ends early when cancelled.
    func drain() async {
        for held in desk.slots.drain() {
            conclude(held.work, outcome: UploadOutcome(unsent: held.work, result: .release))
        }
        desk.pullWake.signal()
        await endWork()
        while desk.slots.runningCount > 0 || !desk.answers.acks.isEmpty, !Task.isCancelled {
            await desk.endWake.wait(atMost: .seconds(1), clock: context.environment.clock)
        }
    }

    /// Puts an outcome before the owner.
    func answer(_ outcome: UploadOutcome) {
        desk.answers.add(outcome)
        desk.tellWake.signal()
    }

    /// Frees a piece's place and answers for it.
    ///
    /// - Parameter outcome: The outcome; nil if the lease's end settles it.
    func finish(_ held: HeldItem, outcome: UploadOutcome?) {
        desk.slots.finish(held.key)
        desk.workWake.signal()
        desk.endWake.signal()
        if let outcome { conclude(held.work, outcome: outcome) } else { desk.answers.remember(held.key) }
        // Not for every single place: a demand is a message, too.
        if desk.slots.isRoomy(after: held) { desk.pullWake.signal() }
    }

    private func conclude(_ work: GrantedWork, outcome: UploadOutcome) {
        note(outcome, of: work)
        answer(outcome)
    }
}

// MARK: - Demands and grants

extension UploadService {
    /// Sends demands when woken and at least every interval, one after the other, until cancelled.
    func sendPulls() async {
        while !Task.isCancelled {
            if desk.isSubscribed { await sendPull() }
            await desk.pullWake.wait(atMost: line.pullInterval, clock: context.environment.clock)
        }
    }

    private func sendPull() async {
        let demand = await demand(context.environment.newID())
        // Read before sending: the lease counts from here, never from later than the owner's own start.
        desk.pulls.sent(demand.pullID, at: clock.now)
        if await line.send(demand) { desk.pullsSent += 1 }
    }

    /// Receives grants until cancelled; demands begin once the worker's grants arrive.
    func receiveGrants() async throws {
        guard let subscription = try await line.subscribe() else { return }
        desk.isSubscribed = true
        desk.pullWake.signal()
        for await message in subscription {
            if let message = line.read(message) { await receive(message) }
        }
        subscription.cancel()
    }

    private func receive(_ message: ReceivedGrant) async {
        let granted = unpack(message)
        guard !granted.isEmpty else { return }
        let budget = desk.pulls.budget(message.pullID, leaseSeconds: message.leaseSeconds)
        let fits = budget?.mayStart(now: clock.now, requestTimeout: settings.requestTimeout) ?? false
        if let budget { weigh(budget, fits: fits) }
        let news = granted.filter { desk.isNews($0.key) }
        guard let budget, fits else {
            for work in news { await giveBack(work) }
            return
        }
        let items = news.map { HeldItem($0, budget: budget) }
        let full = desk.slots.fullLanes
        for refused in desk.slots.accept(items) { await giveBack(refused.work) }
        desk.workWake.signal()
        // The rest of the last demand may be less than the room of the other lanes.
        if desk.slots.fullLanes != full { desk.pullWake.signal() }
    }
}

// MARK: - Work and answers

extension UploadService {
    /// Starts what fits when woken, and what a calm has made room for, until cancelled.
    func work() async {
        await withDiscardingTaskGroup { tasks in
            while !Task.isCancelled {
                let groups = desk.slots.start(now: clock.now) { self.together($0) }
                for group in groups { tasks.addTask { await self.carry(group) } }
                await desk.workWake.wait(atMost: line.pullInterval, clock: context.environment.clock)
            }
        }
    }

    /// Reports the outcomes to the owner when woken, and repeats them until it confirms.
    func tellOwner() async {
        var failures = 0
        while !Task.isCancelled {
            if desk.answers.acks.isEmpty {
                await desk.tellWake.wait(atMost: .seconds(60), clock: context.environment.clock)
            } else if await tellNext() {
                failures = 0
            } else {
                failures += 1
                desk.acksRepeated += 1
                await line.pause(line.ackDelay(failures))
            }
        }
    }

    /// Reports the oldest outcomes, and stores the owner's confirmations; false if it does not confirm all.
    private func tellNext() async -> Bool {
        let told = desk.answers.acks.next
        let wasFull = !desk.answers.acks.hasRoom
        var confirmed: [WorkKey] = []
        var problem: (any Error)?
        do { confirmed = try await line.tell(told) } catch { problem = error }
        let settled = desk.answers.acks.settled(told: told, confirmed: confirmed)
        if let problem { condition.problems["ack"] = WireFault(untold: problem) }
        if settled.count == told.count { condition.problems["ack"] = nil }
        // Before they go: a worker that ends waits for them only.
        if !settled.isEmpty { await forget(settled) }
        desk.answers.acks.settle(told: told, confirmed: confirmed)
        desk.endWake.signal()
        if wasFull, desk.answers.acks.hasRoom { desk.pullWake.signal() }
        return settled.count == told.count
    }
}
