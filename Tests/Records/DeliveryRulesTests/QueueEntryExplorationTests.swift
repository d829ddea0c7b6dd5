import DeliveryRules
import Testing

/// Walks every state that two workers, late and repeated answers, updates, restarts and session ends can reach.
@Suite struct QueueEntryExplorationTests {
    @Test func everyReachableStateKeepsThePromises() {
        var seen: Set<DeliveryWorld> = [DeliveryWorld()]
        var frontier: [DeliveryWorld] = [DeliveryWorld()]
        var broken: [String] = []
        while let world = frontier.popLast(), broken.isEmpty {
            for step in world.steps(maximumTime: 3, maximumFence: 2, maximumRevision: 3) {
                var next = world
                let actions = next.take(step)
                broken += violations(from: world, step, actions, to: next).map { "\($0): \(world) -\(step)-> \(next)" }
                if seen.insert(next).inserted { frontier.append(next) }
            }
            if let fault = deliveryFault(world) { broken.append("\(fault): \(world)") }
        }
        #expect(broken.isEmpty, "\(broken.first ?? "")")
        #expect(seen.count > 10_000, "the walk is too small to mean anything: \(seen.count)")
    }

    @Test func threeGrantsOfTwoRevisionsKeepThePromises() {
        var seen: Set<DeliveryWorld> = [DeliveryWorld()]
        var frontier: [DeliveryWorld] = [DeliveryWorld()]
        var broken: [String] = []
        while let world = frontier.popLast(), broken.isEmpty {
            for step in world.steps(maximumTime: 2, maximumFence: 3, maximumRevision: 2) {
                if case .supersede(deletes: true) = step { continue }
                if case .restart = step { continue }
                var next = world
                let actions = next.take(step)
                broken += violations(from: world, step, actions, to: next).map { "\($0): \(world) -\(step)-> \(next)" }
                if seen.insert(next).inserted { frontier.append(next) }
            }
        }
        #expect(broken.isEmpty, "\(broken.first ?? "")")
        #expect(seen.count > 10_000, "the walk is too small to mean anything: \(seen.count)")
    }

    private func violations(
        from world: DeliveryWorld,
        _ step: DeliveryWorld.Step,
        _ actions: [DeliveryAction],
        to next: DeliveryWorld
    ) -> [String] {
        let (before, after) = (world.entry, next.entry)
        var faults: [String] = []
        if next.told.values.contains(where: { $0 > 1 }) { faults.append("submitted told twice") }
        if after.fence < before.fence { faults.append("fence shrank") }
        if after.newestRevision < before.newestRevision { faults.append("revision lost") }
        if before != after, !actions.contains(.persist) { faults.append("changed but not saved") }
        if after.waitingRevision != nil, after.lease == nil { faults.append("revision waits for no lease") }
        if after.waitingRevision != before.waitingRevision, after.waitingRevision == nil,
            !actions.contains(.promoteRevision(after.revision))
        {
            faults.append("waiting revision dropped")
        }
        if next.mayBeThere, !after.possiblySent, !after.isAtDestination {
            faults.append("sent, but thought unsent")
        }
        for action in actions {
            let told: Int? =
                switch action {
                case .recordSubmitted(let revision, _), .recordDeleted(let revision): revision
                default: nil
                }
            guard let revision = told else { continue }
            if next.mayBeThere, case .recordDeleted = action { faults.append("told as deleted, but it may be there") }
            guard case .done(let fence) = step, world.senders[fence - 1].revision == revision else {
                faults.append("another revision's arrival told")
                continue
            }
        }
        if case .grant = step, actions.contains(.persist) { faults += grantFaults(world, next) }
        if before.isAtDestination, !after.isAtDestination, !actions.contains(.recordDeleted(revision: before.revision))
        {
            faults.append("forgot the destination's copy")
        }
        if case .submitted = before.state, after.revision == before.revision, before.state != after.state {
            faults.append("submitted taken back")
        }
        return faults
    }

    private func grantFaults(_ world: DeliveryWorld, _ next: DeliveryWorld) -> [String] {
        var faults: [String] = []
        if next.entry.fence != world.entry.fence + 1 { faults.append("fence did not grow by one") }
        if world.entry.isSessionEnded { faults.append("granted after the session's end") }
        if world.senders.contains(where: { !$0.isThrough && world.now < $0.until }) {
            faults.append("granted while another worker may still send")
        }
        return faults
    }

    /// From every state the newest revision is delivered, or it is in the unsynced list.
    private func deliveryFault(_ world: DeliveryWorld) -> String? {
        var entry = world.entry
        let later = BootInstant(milliseconds: world.now + 100)
        for _ in 0..<2 { _ = entry.leaseExpired(now: later) }
        _ = entry.operatorResubmit()
        if entry.isSessionEnded {
            switch entry.state {
            case .pending, .leased: return "ended session still delivers"
            case .ended(outcomeUnknown: false):
                let sent = world.senders.contains { $0.hasSent && $0.revision == entry.revision }
                return sent && !world.told.keys.contains(entry.revision) ? "unknown outcome called unsent" : nil
            default: return nil
            }
        }
        if entry.state == .withdrawn { return world.mayBeThere ? "withdrew a sent one" : nil }
        if case .pending = entry.state {
            _ = entry.grant(to: "last", now: later, term: .seconds(1))
            let actions = entry.done(fence: entry.fence, serverID: "z")
            let told: DeliveryAction =
                entry.isDeletion
                ? .recordDeleted(revision: entry.revision)
                : .recordSubmitted(revision: entry.revision, serverID: "z")
            if !actions.contains(told) { return "not told" }
        }
        guard case .submitted = entry.state, entry.revision == world.entry.newestRevision else { return "stuck" }
        return nil
    }
}
