import BusContract
import ContractLiterals
import FoundationEssentials
import SeededRandom

@testable import DeviceReaderActor

/// Hubs that hear one device and agree who reads it, over a bus that delays and loses messages.
///
/// Time advances in steps of 10 ms. Each hub has the same machines as a device reader.
struct ClaimWard {
    private struct Hub {
        let name: String
        let rssi: Int
        var claims: ClaimMachine
        var passive = PassiveMachine(peripherals: [3000], rearm: 15, longestCooling: 300)
        var decideAt: Double?
        var endAt: Double?
    }

    private struct Message {
        let to: Int
        let due: Double
        let claim: DeviceClaim
    }

    /// The most hubs that read at the same time.
    private(set) var mostAtOnce = 0
    /// The number of completed readings.
    private(set) var readings = 0
    private var hubs: [Hub] = []
    private var messages: [Message] = []
    /// The arrival of the last message between two hubs: a broker keeps the order of each sender.
    private var lastDue: [[Int]: Double] = [:]
    private var random: SplitMix64
    private let loss: Int
    private var failures: Int

    /// Makes hubs that know of each other.
    ///
    /// - Parameters:
    ///   - loss: The percentage of messages that are lost.
    ///   - failures: The number of readings that fail before one succeeds.
    init(hubs count: Int, seed: UInt64, loss: Int, failures: Int = 0) {
        random = SplitMix64(seed: seed)
        self.loss = loss
        self.failures = failures
        for number in 0..<count {
            var claims = ClaimMachine(hub: "hub-\(number)", wait: 0.3)
            let greeting = DeviceClaim(
                hub: "other",
                device: Samples.device(9),
                rssi: nil,
                bonded: false,
                state: .released
            )
            _ = claims.heard(greeting, at: Samples.start)
            let rssi = Int.random(in: -90 ... -40, using: &random)
            hubs.append(Hub(name: "hub-\(number)", rssi: rssi, claims: claims))
        }
    }

    /// Simulates 60 s.
    mutating func run() {
        let firstSight = hubs.map { _ in Int.random(in: 0..<100, using: &random) }
        for step in 0..<6_000 {
            let now = Double(step) / 100
            deliver(now)
            for index in hubs.indices where step >= firstSight[index] { live(index, now, step - firstSight[index]) }
            mostAtOnce = max(mostAtOnce, hubs.count(where: { $0.endAt != nil }))
        }
    }

    private func date(_ now: Double) -> Date { Samples.start.addingTimeInterval(now) }

    private mutating func deliver(_ now: Double) {
        guard !messages.isEmpty else { return }
        let due = messages.filter { $0.due <= now }
        messages.removeAll { $0.due <= now }
        for message in due { carryOut(hubs[message.to].claims.heard(message.claim, at: date(now)), message.to, now) }
    }

    private mutating func live(_ index: Int, _ now: Double, _ age: Int) {
        if age % 100 == 0 { begin(hubs[index].passive.sighted(Samples.sighting(), at: date(now)), index, now) }
        // As often as the actor ticks its machines.
        if age % 50 == 0 {
            begin(hubs[index].passive.tick(at: date(now)), index, now)
            carryOut(hubs[index].claims.tick(at: date(now)), index, now)
        }
        if let decideAt = hubs[index].decideAt, now >= decideAt { decide(index, now) }
        if let endAt = hubs[index].endAt, now >= endAt { end(index, now) }
    }

    private mutating func begin(_ actions: [PassiveMachine.Action], _ index: Int, _ now: Double) {
        for case .read(let sighting, _) in actions {
            let rssi = hubs[index].rssi
            let (wait, told) = hubs[index].claims.want(sighting.device, rssi: rssi, isBonded: false, at: date(now))
            hubs[index].decideAt = now + wait
            carryOut(told, index, now)
        }
    }

    private mutating func decide(_ index: Int, _ now: Double) {
        hubs[index].decideAt = nil
        let (verdict, actions) = hubs[index].claims.decide(Samples.device(), at: date(now))
        switch verdict {
        case .mine: hubs[index].endAt = now + 5
        case .settled:
            begin(hubs[index].passive.finished(Samples.device(), outcome: .empty, at: date(now)), index, now)
        case .yield(let until):
            begin(
                hubs[index].passive.finished(Samples.device(), outcome: .yielded(until: until), at: date(now)),
                index,
                now
            )
        }
        carryOut(actions, index, now)
    }

    private mutating func end(_ index: Int, _ now: Double) {
        hubs[index].endAt = nil
        let isDone = failures == 0
        if isDone { readings += 1 } else { failures -= 1 }
        carryOut(hubs[index].claims.end(Samples.device(), isDone: isDone), index, now)
        let outcome: PassiveOutcome = isDone ? .done : .failed
        begin(hubs[index].passive.finished(Samples.device(), outcome: outcome, at: date(now)), index, now)
    }

    private mutating func carryOut(_ actions: [ClaimMachine.Action], _ index: Int, _ now: Double) {
        for action in actions {
            switch action {
            case .tell(let claim): send(claim, from: index, now)
            case .claimed(let device, let until): hubs[index].passive.claimed(device, until: until)
            case .released(let device, let isDone):
                begin(hubs[index].passive.released(device, isDone: isDone, at: date(now)), index, now)
            }
        }
    }

    private mutating func send(_ claim: DeviceClaim, from index: Int, _ now: Double) {
        for other in hubs.indices where other != index {
            guard Int.random(in: 0..<100, using: &random) >= loss else { continue }
            let delay = Double.random(in: 0.01..<0.12, using: &random)
            let due = max(now + delay, lastDue[[index, other]] ?? 0)
            lastDue[[index, other]] = due
            messages.append(Message(to: other, due: due, claim: claim))
        }
    }
}
