import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// An Omron cuff's memory on a whole hub, from its pairing to the server.
@Suite struct OmronLineTests {
    private let address = "F0:0D:00:00:00:01"
    private let values = Array(101...124)

    /// A cuff with 24 records whose link breaks in the middle of its memory, twice.
    ///
    /// The daemon would lose notifications that come much faster than over the air.
    private var settings: RunningLine.Settings {
        let records = values.map { #"{"atSeconds": 0.1, "systolic": \#($0), "diastolic": 60, "user": \#($0 % 2 + 1)}"# }
        var settings = RunningLine.Settings()
        settings.scenario = """
            {"seed": 5, "timing": {"scanGap": 0, "connect": 0.05, "disconnect": 0.1, "gatt": 0.05}, "faults": [
              {"kind": "dropAtStep", "step": "memory", "frames": 12, "count": 1},
              {"kind": "dropAtStep", "step": "memory", "frames": 22, "count": 1}],
             "devices": [
              {"address": "\(address)", "name": "BLESmart_0000025828FFB2000001", "profile": "omronCuff",
               "pairing": "justWorks", "manufacturerData": {"526": "0101d00264110011"},
               "information": {"manufacturer": "OMRON HEALTHCARE", "model": "HEM-7155T", "serial": "7"},
               "measurements": [\(records.joined(separator: ","))]}]}
            """
        return settings
    }

    @Test func aCuffsMemoryArrivesOnceOverBrokenLinks() async throws {
        try await RunningLine.with(settings) { line in
            // For no seat: what was measured before an assignment would wait for a person.
            let pairing = PairPeripheral(device: try line.radio.device(address), peripheralID: 10_072)
            let paired = try await LineSetup.patiently {
                try await line.connection.requests.call(
                    ReaderTopics.pairPeripheral,
                    hub: LineSetup.hub,
                    body: pairing,
                    timeout: Patience.limit
                )
            }
            #expect(paired.peripheralID == 10_072)
            try await LineSetup.setPassive(line.connection, peripherals: [10_072])
            try await line.wait("every record of the cuff") {
                Set(line.cloud.delivered("systolic").map(\.value)).isSuperset(of: values.map(Double.init))
            }
            #expect(line.cloud.delivered("systolic").map(\.value).sorted() == values.map(Double.init), "each once")
        }
    }
}
