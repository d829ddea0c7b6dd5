import DeviceCodecs
import FoundationEssentials
import Testing
import VitalRecords

@testable import DeviceDrivers

/// One link of a stream's session in simulated time.
struct StreamBench<Stream: OximeterStream> {
    /// A notification, or the end of the link.
    struct Event {
        let at: Double
        let channel: BluetoothUUID
        /// Nil ends the link.
        let bytes: [UInt8]?
    }

    /// What the driver did.
    struct Log {
        var subscribed: [BluetoothUUID] = []
        var writes: [(at: Double, channel: BluetoothUUID, bytes: [UInt8])] = []
        var measurements: [DeviceMeasurement] = []
        /// The time of the first result.
        var measuredAt: Double?
        var readyAt: Double?
        var unreadable = 0
        var kept: [[UInt8]] = []
        var isDone = false
        var failure: String?
        /// The time at which the driver ended the link.
        var endedAt: Double?

        /// The first result as text: values and flags.
        var result: String? {
            measurements.first.map { found in
                let values = found.measurements.map { "\($0.metric) \($0.value)" }
                return (values + (found.context?.statusFlags ?? [])).joined(separator: ", ")
            }
        }
    }

    var start = DriverStart(device: DeviceIdentity(), now: Date(timeIntervalSince1970: 1_800_000_000))
    /// The characteristics of the device.
    var characteristics: [BluetoothUUID]
    /// The device's answers to a write.
    var answer: ([UInt8]) -> [(BluetoothUUID, [UInt8])] = { _ in [] }

    private var log = Log()
    private var wakeAt: Double?
    private var inputs: [DriverInput] = []

    init(_ characteristics: [BluetoothUUID]) { self.characteristics = characteristics }

    /// Plays a link of at most 200 s with these notifications; the next link gets the state that this one saves.
    mutating func run(_ events: [Event] = []) -> Log {
        var session: any DriverSession = StreamDriver<Stream>(DriverSecrets()).makeSession(on: start)
        (log, wakeAt, inputs) = (Log(), nil, [.ready(characteristics)])
        var left = events[...]
        var now: Double = 0
        while log.endedAt == nil, now <= 200 {
            while log.endedAt == nil, !inputs.isEmpty {
                carryOut(session.handle(inputs.removeFirst(), elapsed: .seconds(now)), at: now)
            }
            guard log.endedAt == nil else { break }
            let next = left.first?.at ?? .infinity
            if let wake = wakeAt, wake <= next {
                (now, wakeAt, inputs) = (max(now, wake), nil, [.woken])
            } else if let event = left.popFirst() {
                now = max(now, event.at)
                guard let bytes = event.bytes else {
                    // The hub executes no other output once the link is down.
                    let outputs = session.ended(elapsed: .seconds(now))
                    carryOut(outputs.filter { if case .measurement = $0 { true } else { false } }, at: now)
                    break
                }
                inputs = [.value(event.channel, bytes)]
            } else {
                break
            }
        }
        return log
    }

    private mutating func carryOut(_ outputs: [DriverOutput], at now: Double) {
        for output in outputs where log.endedAt == nil {
            switch output {
            case .subscribe(let uuid):
                log.subscribed.append(uuid)
                inputs.append(.subscribed(uuid))
            case .write(let uuid, let bytes):
                log.writes.append((now, uuid, bytes))
                inputs.append(.wrote(uuid))
                inputs += answer(bytes).map { .value($0.0, $0.1) }
            case .wake(let after): wakeAt = now + after.seconds
            case .tellReady: log.readyAt = log.readyAt ?? now
            case .measurement(let measurement):
                log.measurements.append(measurement)
                log.measuredAt = log.measuredAt ?? now
            case .unreadable: log.unreadable += 1
            case .keep(let bytes):
                log.kept.append(bytes)
                start.stored = bytes
            case .done: (log.isDone, log.endedAt) = (true, now)
            case .fail(let words): (log.failure, log.endedAt) = (words, now)
            default: Issue.record("a stream's driver has no use for \(output)")
            }
        }
    }
}

extension StreamBench {
    /// Frames on one channel at regular intervals.
    static func frames(
        _ times: ClosedRange<Int>,
        every step: Double = 1,
        on channel: BluetoothUUID,
        _ bytes: (Int) -> [UInt8]
    ) -> [Event] {
        times.map { Event(at: Double($0) * step, channel: channel, bytes: bytes($0)) }
    }
}
