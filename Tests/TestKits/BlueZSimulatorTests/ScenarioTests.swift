import Foundation
import TestSupport
import Testing

@testable import BlueZSimulator

/// The scenario file.
struct ScenarioTests {
    @Test("A full scenario is read")
    func full() throws {
        let json = """
            {"seed": 7, "startsAt": "2026-03-01T08:00:00", "adapter": {"name": "hci2"}, "timing": {"scanGap": 0},
             "devices": [{"address": "AA:BB:CC:DD:EE:01", "quirks": ["aAndD"], "pairing": "passkey", "passkey": 42,
               "battery": 90, "manufacturerData": {"76": "0215"}, "serviceData": {"1810": "01"},
               "measurements": [{"atSeconds": 1, "frame": "0678"}, {"everySeconds": 2, "count": 3},
                                {"systolic": 120, "diastolic": 80, "status": 4}]}],
             "faults": [{"kind": "dropAfterFrames", "device": "AA:BB:CC:DD:EE:01", "frames": 2, "probability": 0.5}]}
            """
        let scenario = try Scenario(json: Data(json.utf8))
        let device = try #require(scenario.devices.first)
        #expect(device.quirks == [.aAndD])
        #expect(device.measurements.map(\.count) == [1, 3, 1])
        #expect(device.measurements.first?.frame == [0x06, 0x78])
        #expect(device.measurements.last?.values[.status] == 4)
        #expect(device.manufacturerData == [76: [2, 0x15]])
        #expect(device.serviceData == [GattUUID.text(0x1810): [1]])
        #expect(scenario.faults.first?.probability == 0.5)
        #expect(scenario.adapter.name == "hci2")
    }

    @Test(
        "Settings without an effect are refused",
        arguments: [
            #"{"sead": 1}"#, #"{"devices": [{"address": "AA"}]}"#, #"{"faults": [{"kind": "nonsense"}]}"#,
            #"{"faults": [{"kind": "garbageFrame", "probability": 2}]}"#,
            #"{"faults": [{"kind": "garbageFrame", "device": "AA:BB:CC:DD:EE:01"}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01"}, {"address": "AA:BB:CC:DD:EE:01"}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01", "profile": "thermometer", "measurements": [{"pulse": 60}]}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01", "mtu": 10}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01", "profile": "bodyScale", "users": [{"consent": 10000}]}]}"#,
            #"{"faults": [{"kind": "dropAtStep"}]}"#, #"{"faults": [{"kind": "daemonHang", "seconds": -1}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01", "measurements": [{"count": 2}]}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01", "measurements": [{"frame": "0"}]}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01", "measurements": [{"everySeconds": 1, "count": 1e9}]}]}"#,
            #"{"devices": [{"address": "AA:BB:CC:DD:EE:01", "measurements": [{"systolic": 999, "diastolic": 1}]}]}"#,
            #"{"timing": {"scanGap": -1}}"#, "[]", "",
        ]
    )
    func refused(_ json: String) {
        #expect {
            try Scenario(json: Data(json.utf8))
        } throws: { ($0 as? BlueZSimulatorError)?.code == .scenario }
    }

    @Test("The examples are valid", arguments: ["cuff", "faults", "pairing"])
    func examples(_ name: String) throws {
        let file = ProjectFolder.file("tools/simulators/bluez-simulator/examples/\(name).json")
        #expect(try !Scenario(file: file.path).devices.isEmpty)
    }

    @Test("The same seed gives the same run, and another seed a different one")
    func deterministic() {
        func run(_ seed: UInt64) -> [GroundTruthEvent] {
            let measurements = [ScenarioMeasurement(at: .seconds(1), every: .seconds(3), count: 20)]
            var bench = Bench(
                Scenario(
                    seed: seed,
                    devices: [Bench.cuff(measurements: measurements)],
                    faults: [.init(.duplicateIndication, probability: 0.5), .init(.truncatedFrame, probability: 0.3)]
                )
            )
            bench.connect()
            for _ in 0..<20 {
                bench.characteristic(0x2A35, "StartNotify")
                bench.run(for: 5)
                bench.device("Connect")
            }
            return bench.log
        }
        let first = run(1)
        #expect(first == run(1))
        #expect(first != run(2))
        #expect(first.contains { $0.event == .confirmed })
    }
}
