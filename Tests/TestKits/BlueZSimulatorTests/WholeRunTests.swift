import DBus
import Foundation
import TestSupport
import Testing

@testable import BlueZSimulator

/// The example with every fault, played to the end.
struct WholeRunTests {
    @Test("A correct client gets every reading, whatever fails")
    func nothingIsLost() throws {
        let file = ProjectFolder.file("tools/simulators/bluez-simulator/examples/faults.json")
        var client = PatientClient(try Scenario(file: file.path))
        client.run(for: 3600)
        for script in client.simulation.scenario.devices {
            let path = DBusObjectPath(BluetoothAddress.pathElement(script.address))
            let events = client.log.filter { $0.device == script.address }
            let measured = events.filter { $0.event == .measured }.compactMap(\.frame)
            let confirmed = events.filter { $0.event == .confirmed }.compactMap(\.frame)
            #expect(confirmed == measured, "\(script.name)")
            #expect(Set(client.received[path, default: []].map(\.hex)).isSuperset(of: measured), "\(script.name)")
        }
        #expect(client.log.filter { $0.event == .finished }.count == 1)
        let struck = Set(client.log.compactMap(\.fault))
        let planned = Set(client.simulation.scenario.faults.map(\.kind.rawValue))
        #expect(planned.subtracting(struck) == ["stopDiscoveryInProgress"])
    }
}
