internal import BusContract
internal import Logging
internal import MessageBus
internal import SiteAuthority
internal import SiteRecords

/// Carries out the operator's wish for the hubs' versions: asks the hubs in rounds, and notes what they answer.
struct HubUpdates: Sendable {
    /// The time between two rounds.
    static let pause = Duration.seconds(10)
    /// How long a hub may take to answer; below ``pause``, so that an order never arrives after a later one.
    static let timeout = Duration.seconds(5)
    /// How many hubs are asked at a time.
    private static let width = 32

    let site: Site
    let requests: RequestClient
    let environment: BusEnvironment
    let logger: Logger

    /// Runs rounds until cancelled: one after another while there is work, then one after each change of the wish or
    /// of the site's hubs.
    func run() async {
        let changes = FileChanges(site.updateChanges)
        var problem: String?
        while !Task.isCancelled {
            do {
                let hasWork = try await round()
                problem = nil
                while !hasWork, !Task.isCancelled, !(await changes.wait(environment.clock)) {}
                if !hasWork { continue }
            } catch {
                let words = (error as? SiteError)?.message ?? "\(error)"
                if words != problem {
                    logger.error("the hubs' update cannot continue", metadata: ["error": "\(words)"])
                }
                problem = words
            }
            // Cleanup: a cancelled task leaves the loop at its condition.
            try? await environment.clock.sleep(for: Self.pause)
        }
    }

    /// Gives each hub its order, and notes the answers.
    ///
    /// - Returns: Whether another round is needed.
    /// - Throws: `SiteError` if the site's files cannot be read or written.
    func round() async throws -> Bool {
        guard let wish = try site.updateWish() else { return false }
        let (hubs, last) = (try site.joinedHubs(), site.rollout())
        var rollout = last ?? Rollout(wish, hubs: hubs, now: environment.now())
        rollout.take(wish, hubs: hubs, now: environment.now())
        guard rollout.hasWork else {
            if rollout != last { try site.note(rollout) }
            return false
        }
        let orders = rollout.orders(now: environment.now())
        // Noted before a hub acts on it: after a kill the rollout knows each hub that it may have begun.
        try site.note(rollout)
        await withTaskGroup(of: (String, Answer).self) { group in
            for (number, order) in orders.enumerated() {
                if number >= Self.width, let (hub, answer) = await group.next() {
                    rollout.hear(answer.version, refusal: answer.refusal, from: hub, now: environment.now())
                }
                group.addTask { (order.hub, await ask(order)) }
            }
            for await (hub, answer) in group {
                rollout.hear(answer.version, refusal: answer.refusal, from: hub, now: environment.now())
            }
        }
        // Cut short, the round has heard silence from hubs that were never asked.
        guard !Task.isCancelled else { return true }
        rollout.endRound()
        tell(rollout, last: last)
        try site.note(rollout)
        return rollout.hasWork
    }

    /// A hub's version, or the error that it answered; silence has neither.
    private struct Answer: Sendable {
        var version: HubVersion?
        var refusal: String?
    }

    private func ask(_ order: Rollout.Order) async -> Answer {
        do {
            let version = try await requests.call(
                ReaderTopics.installVersion,
                hub: order.hub,
                body: order.body,
                timeout: Self.timeout
            )
            return Answer(version: version)
        } catch let error as BusError {
            let isSilence = Self.silences.contains(error.code)
            return Answer(refusal: isSilence ? nil : "\(error.code.rawValue): \(error.message)")
        } catch {
            return Answer(refusal: error is CancellationError ? nil : "\(error)")
        }
    }

    /// The errors of a request that has reached no hub.
    private static let silences: Set<BusErrorCode> = [
        .noResponder, .deadlineExceeded, .notConnected, .outcomeUnknown, .connectionRefused, .draining,
    ]

    private func tell(_ rollout: Rollout, last: Rollout?) {
        guard let halt = rollout.halt, halt != last?.halt else { return }
        logger.error(
            "the hubs' update has halted",
            metadata: ["version": "\(rollout.wish.version)", "hub": "\(halt.hub)", "reason": "\(halt.reason)"]
        )
    }
}
