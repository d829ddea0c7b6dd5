import DeviceCodecs
import DeviceDrivers
import ExampleDriver
import Foundation
import SeededRandom
import TestSupport
import Testing
import VitalRecords

/// The example's oximeter, with frames computed from the layout: they prove the driver, not the layout.
@Suite struct FS20FTests {
    private static func frame(saturation: UInt8, pulse: UInt8) -> [UInt8] {
        [0xFE, 0x0A, 0x55, 0, pulse, saturation, 0x14, 0x6E, 7, 0]
    }

    private static let wave: [UInt8] = [0xFE, 0x08, 0x56, 1, 2, 3, 4, 5]

    private func session(at seconds: Double = 1_000) -> any DriverSession {
        FS20F(DriverSecrets()).makeSession(
            on: DriverStart(device: DeviceIdentity(), now: Date(timeIntervalSince1970: seconds))
        )
    }

    /// Plays one second of the stream for each value, and returns the measurement with the second in which it arrived.
    private func play(
        _ values: [(saturation: UInt8, pulse: UInt8)],
        at start: Double = 1_000
    ) -> (second: Int, measurement: DeviceMeasurement)? {
        var session = session(at: start)
        _ = session.handle(.ready([FS20FSession.stream]), elapsed: .zero)
        for (second, value) in values.enumerated() {
            // Frames arrive in pieces that end at any byte.
            let bytes = Self.wave + Self.frame(saturation: value.saturation, pulse: value.pulse) + Self.wave
            for piece in [bytes.prefix(12), bytes.dropFirst(12)] {
                let outputs = session.handle(.value(FS20FSession.stream, Array(piece)), elapsed: .seconds(second))
                if case .measurement(let measurement)? = outputs.first {
                    guard case .done? = outputs.last else { return nil }
                    return (second, measurement)
                }
            }
        }
        return nil
    }

    @Test func tenSteadySecondsAreOneValue() throws {
        let values: [(saturation: UInt8, pulse: UInt8)] = (0..<20).map { (97, 64 + $0 % 3) }
        let spot = try #require(play(values))
        #expect(spot.second == 10)
        #expect(
            spot.measurement.measurements.map { "\($0.metric) \($0.value) \($0.unit)" } == [
                "spo2 97 %", "pulse 65 /min",
            ]
        )
        #expect(spot.measurement.time == nil)
    }

    @Test func aFingerOutAndUnsteadyValuesBeginAgain() throws {
        var values: [(saturation: UInt8, pulse: UInt8)] = Array(repeating: (97, 64), count: 9)
        values += [(127, 255)]
        values += Array(repeating: (97, 64), count: 5)
        values += Array(repeating: (91, 64), count: 11)
        let spot = try #require(play(values))
        #expect(spot.second == 25)
        #expect(spot.measurement.measurements.first?.value == 91)
        #expect(play((0..<60).map { ($0.isMultiple(of: 2) ? 97 : 88, 64) }) == nil)
        #expect(play(Array(repeating: (0, 0), count: 60)) == nil)
    }

    @Test func twoLinksAreTwoReadingsAndOneLinkIsOne() throws {
        let values: [(saturation: UInt8, pulse: UInt8)] = Array(repeating: (97, 64), count: 12)
        let keys = try [1_000, 1_000, 1_060].map { try #require(play(values, at: $0)).measurement.keyBytes }
        #expect(keys[0] == keys[1])
        #expect(keys[0] != keys[2])
    }

    @Test func itWritesNothingAndFailsInWords() {
        #expect(!FS20F.mayWrite([0], to: FS20FSession.stream, isPairing: true))
        var session = session()
        guard case .fail? = session.handle(.ready([]), elapsed: .zero).first else {
            Issue.record("a device without the stream is read")
            return
        }
        guard case .fail(let words)? = session.handle(.woken, elapsed: .seconds(20)).first else {
            Issue.record("silence does not end the link")
            return
        }
        #expect(words.contains("finger"))
    }

    @Test func noiseNeverTraps() {
        var generator = SplitMix64(seed: 20)
        var session = session()
        for round in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if round.isMultiple(of: 3) { bytes += Self.frame(saturation: 97, pulse: 64).prefix(round % 11) }
            _ = session.handle(.value(FS20FSession.stream, bytes), elapsed: .milliseconds(round))
        }
    }

    /// The package's row is an operator's file, and names the driver by its protocol.
    @Test func itsRowRecognisesTheDevice() throws {
        let file = try Data(contentsOf: ProjectFolder.file("tools/example-driver/catalogue.json"))
        let catalogue = try PeripheralCatalogue.standard.applying(CatalogueFile.parse(Array(file)))
        let row = try #require(catalogue.match(AdvertFacts(services: [BluetoothUUID(0xFFE0)], name: "OXIMETER")))
        #expect(row.name == "Wellue FS20F")
        #expect(row.speaks == FS20F.name)
        #expect(row.needs.isEmpty && !row.hasMemory && row.evidence == nil)
        let driver = try DriverRegistry([FS20F.self]).driver(for: row.speaks, secrets: DriverSecrets())
        #expect(driver is FS20F)
    }
}
