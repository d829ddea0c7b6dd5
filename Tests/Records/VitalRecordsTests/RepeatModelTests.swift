import Foundation
import Testing
import VitalRecords

/// Plays every schedule of links, losses and deliveries for a cuff that sends equal bytes: nothing is lost or booked
/// twice.
///
/// The values are equal in all measurements, so that only the displayed time and the link distinguish them.
@Suite struct RepeatModelTests {
    /// How a cuff's clock and memory behave.
    struct Cuff: Sendable, CustomTestStringConvertible {
        /// Whether its clock restarts at each switch-on, so that every measurement shows the same time.
        let restarts: Bool
        /// Whether it sends its whole memory on each link, or only the unconfirmed measurements.
        let resends: Bool
        /// Whether no hub can read its restarting clock, so that the time of a measurement is unknown.
        var isHidden = false

        var testDescription: String {
            let clock = isHidden ? "restarts and cannot be read" : restarts ? "restarts" : "runs"
            return "clock \(clock), memory \(resends ? "sent again" : "sent once")"
        }
    }

    /// The next event.
    enum Step: CaseIterable {
        case measure
        /// The hub receives the cuff's measurements and confirms them.
        case link
        /// The hub receives them, but the cuff gets no confirmation.
        case brokenLink
        /// The session manager takes over the outbox.
        case deliver
        /// The session manager takes over the outbox, but its answer is lost.
        case lostReply
    }

    /// The cuff, the outbox and the session manager, all following the rules of `Reading`.
    struct World {
        let cuff: Cuff
        var now = Date(timeIntervalSince1970: 1_786_000_000)
        /// The moments of the measurements in the cuff's memory, and whether each was confirmed.
        var memory: [(moment: Date, isConfirmed: Bool)] = []
        var measured = 0
        var outbox: [ReadingKey: Reading] = [:]
        var seen: [ReadingKey: Date] = [:]
        var booked: Set<ReadingKey> = []
        var held: Set<ReadingKey> = []
        /// Whether the last link was interrupted, so that the cuff may send its measurement again.
        var mayRepeat = false

        /// - Returns: False for a step that is impossible now.
        mutating func take(_ step: Step) throws -> Bool {
            now += 60
            switch step {
            case .measure:
                // Nothing can distinguish two measurements within one second of the displayed time.
                guard measured < 3, !cuff.restarts || memory.allSatisfy(\.isConfirmed) else { return false }
                memory.append((now, false))
                measured += 1
            case .link, .brokenLink:
                guard !memory.isEmpty else { return false }
                let sent = memory.indices.filter { cuff.resends || !memory[$0].isConfirmed }
                for index in sent {
                    var reading = try reading(memory[index].moment)
                    if cuff.isHidden, sent.count == 1, !mayRepeat { reading.aloneSince = now }
                    take(in: reading)
                    if step == .link { memory[index].isConfirmed = true }
                }
                if !sent.isEmpty { mayRepeat = step == .brokenLink }
            case .deliver, .lostReply:
                guard !outbox.isEmpty else { return false }
                for reading in outbox.values { submit(reading) }
                if step == .deliver { outbox = [:] }
            }
            return true
        }

        /// The hub's reading for a measurement on the current link, with its time calculated from the clock.
        private func reading(_ moment: Date) throws -> Reading {
            let last = try #require(memory.last?.moment)
            let shown = cuff.restarts ? "2021-01-01T00:00:30" : "\(Int(moment.timeIntervalSince1970))"
            return Reading(
                readingKey: try #require(ReadingKey(rawValue: "bt1-\(shown.lowercased().filter(\.isNumber))")),
                type: .biometrics,
                timestamp: cuff.isHidden ? Date(timeIntervalSince1970: 30) : cuff.restarts ? last : moment,
                timeQuality: cuff.isHidden ? .unknown : .deviceClock,
                deviceTime: shown,
                receivedAt: now,
                hub: try #require(HubID(rawValue: "room-1")),
                source: RecordSource(kind: .bluetooth),
                measurements: [Measurement(metric: .pulse, value: 64, unit: "/min")],
                isNumbered: false
            )
        }

        private mutating func take(in reading: Reading) {
            guard let first = outbox[reading.readingKey] else {
                outbox[reading.readingKey] = reading
                return
            }
            guard reading.isMeasured(after: first.receivedAt) else { return }
            let again = reading.measuredAgain(beside: Array(outbox.keys.filter(\.isAgain)))
            if outbox[again.readingKey] == nil { outbox[again.readingKey] = again }
        }

        private mutating func submit(_ reading: Reading) {
            let known = seen[reading.readingKey]
            if !reading.readingKey.isAgain {
                guard let known else {
                    seen[reading.readingKey] = reading.receivedAt
                    booked.insert(reading.readingKey)
                    return
                }
                guard reading.isMeasured(after: known) else { return }
            }
            let again = reading.measuredAgain(beside: Array(seen.keys.filter(\.isAgain)))
            if seen[again.readingKey] == nil { hold(again) }
        }

        private mutating func hold(_ reading: Reading) {
            seen[reading.readingKey] = reading.receivedAt
            held.insert(reading.readingKey)
        }
    }

    private static let cuffs =
        [(false, false), (false, true), (true, false), (true, true)].map { Cuff(restarts: $0.0, resends: $0.1) }
        + [Cuff(restarts: true, resends: false, isHidden: true)]

    @Test(arguments: cuffs) func noScheduleLosesOneOrBooksOneTwice(cuff: Cuff) throws {
        var schedules = 0
        func explore(_ world: World, depth: Int) throws {
            var end = world
            if try end.take(.link) { _ = try end.take(.deliver) }
            let kept = end.booked.count + end.held.count
            if end.measured > 0 {
                schedules += 1
                #expect(kept >= end.measured, "one is lost")
                #expect(end.booked.count <= end.measured, "one is booked twice")
                // A clock that runs distinguishes all measurements, so no person is asked.
                if !cuff.restarts { #expect(kept == end.measured && end.held.isEmpty) }
                // A clock that restarts leads to one question for each measurement.
                if cuff.restarts, !cuff.resends { #expect(kept == end.measured) }
            }
            guard depth > 0 else { return }
            for step in Step.allCases {
                var next = world
                if try next.take(step) { try explore(next, depth: depth - 1) }
            }
        }
        try explore(World(cuff: cuff), depth: 6)
        #expect(schedules > 300)
    }
}
