import BusContract
import Foundation
import SeededRandom
import SiteAuthority

/// A registrar with its noted rollout and the hubs of a site; a round takes ten seconds.
struct PlayedSite {
    var hubs: [PlayedHub]
    var now = SiteFolder.start
    /// The rollout as noted on the server's disk.
    private(set) var rollout: Rollout?
    var random: SplitMix64

    init(_ count: Int, seed: UInt64 = 1) {
        hubs = (0..<count).map { PlayedHub("hub-\($0)") }
        random = SplitMix64(seed: seed)
    }

    func step(_ hub: String) -> RolloutHub.Step? { rollout?.hubs.first { $0.name == hub }?.step }

    /// A round as `HubUpdates` has it.
    ///
    /// - Parameters:
    ///   - loss: Of a hundred messages, how many do not arrive, in each direction.
    ///   - isKilled: Whether the registrar ends after it has noted its orders and given half of them.
    mutating func round(_ wish: UpdateWish, loss: Int = 0, isKilled: Bool = false) throws {
        defer {
            now += 10
            for index in hubs.indices { hubs[index].pass() }
        }
        let names = hubs.map(\.name)
        var rollout = rollout ?? Rollout(wish, hubs: names, now: now)
        rollout.take(wish, hubs: names, now: now)
        let orders = rollout.orders(now: now)
        self.rollout = isKilled ? try Self.read(rollout) : rollout
        for (number, order) in orders.enumerated() {
            if isKilled, number > orders.count / 2 { return }
            guard let index = hubs.firstIndex(where: { $0.name == order.hub }) else { continue }
            let arrives = !happens(loss)
            let answer = arrives ? hubs[index].answer(order.body) : nil
            rollout.hear(happens(loss) ? nil : answer, from: order.hub, now: now)
        }
        guard !isKilled else { return }
        rollout.endRound()
        self.rollout = rollout
    }

    /// What the next start reads of a noted rollout.
    private static func read(_ rollout: Rollout) throws -> Rollout {
        try JSONDecoder().decode(Rollout.self, from: JSONEncoder().encode(rollout))
    }

    mutating func happens(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
