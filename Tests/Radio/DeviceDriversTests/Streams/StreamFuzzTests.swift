import DeviceCodecs
import Testing
import VitalRecords

@testable import DeviceDrivers

/// Random and changed frames: nothing traps, and no result is impossible.
@Suite struct StreamFuzzTests {
    /// Plays 20,000 notifications of a protocol.
    private func play<Stream: OximeterStream>(_: Stream.Type, _ characteristics: [BluetoothUUID]) -> Int {
        var noise = Noise(seed: 20_261_129)
        let frames = StreamFrames.good[Stream.name] ?? []
        var found = 0
        for _ in 0..<100 {
            var session: any DriverSession = StreamDriver<Stream>(DriverSecrets())
                .makeSession(for: DeviceIdentity())
            var inputs: [DriverInput] = [.ready(characteristics)]
            for round in 0..<200 {
                let now = Duration.milliseconds(round * 300)
                while !inputs.isEmpty {
                    for output in session.handle(inputs.removeFirst(), elapsed: now) {
                        switch output {
                        case .subscribe(let uuid): inputs.append(.subscribed(uuid))
                        case .measurement(let measurement):
                            found += 1
                            check(measurement)
                        default: break
                        }
                    }
                }
                if round % 4 == 0 { _ = session.handle(.woken, elapsed: now) }
                inputs.append(input(frames, characteristics: characteristics, noise: &noise))
            }
            for case .measurement(let measurement) in session.ended(elapsed: .seconds(61)) { check(measurement) }
        }
        return found
    }

    private func input(
        _ frames: [(BluetoothUUID, [UInt8])],
        characteristics: [BluetoothUUID],
        noise: inout Noise
    ) -> DriverInput {
        let (channel, frame) = frames.randomElement(using: &noise) ?? (BluetoothUUID(0), [])
        switch Int.random(in: 0..<16, using: &noise) {
        case 0: return .value(characteristics.randomElement(using: &noise) ?? channel, noise.bytes(upTo: 40))
        case 1: return .value(channel, StreamFrames.damaged(frame, noise: &noise))
        // Mostly the first, good one, so that results occur.
        default: return .value(frames[0].0, frames[0].1)
        }
    }

    private func check(_ measurement: DeviceMeasurement) {
        let value = measurement.measurements.first { $0.metric == .spo2 }?.value ?? 0
        #expect(value >= 1 && value <= 100 && measurement.keyBytes.count > 8 && measurement.isUsable)
    }

    @Test func randomFramesNeverTrapAndGiveOnlyPossibleValues() {
        #expect(play(NoninStream.self, [NoninStream.values, NoninStream.control]) > 0)
        #expect(play(ChoiceMMedStream.self, ChoiceMMedStream.notifying + [ChoiceMMedStream.requestChannel]) > 0)
        #expect(play(BerryStream.self, [BerryStream.values]) > 0)
        #expect(play(JumperStream.self, [JumperStream.values]) > 0)
        #expect(play(ContecStream.self, [ContecStream.requestChannel, ContecStream.replies]) > 0)
        #expect(play(PC60Stream.self, [PC60Stream.values]) > 0)
    }
}
