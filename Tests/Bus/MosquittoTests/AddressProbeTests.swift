import TestSupport
import Testing

@testable import Mosquitto

/// Which of a broker's addresses is used.
@Suite struct AddressProbeTests {
    @Test func theHostThatAnswersIsUsed() throws {
        let socket = try ListeningSocket()
        defer { socket.close() }
        let hosts = ["no-such-host.invalid", "127.0.0.2", "127.0.0.1"]
        #expect(AddressProbe.first(of: hosts, port: socket.port) == "127.0.0.1")
    }

    /// A host that drops packets delays the search no longer than needed (TEST-NET-1, RFC 5737).
    @Test func aSilentHostCostsNoTime() throws {
        let socket = try ListeningSocket()
        defer { socket.close() }
        // Waiting for the silent host would take an hour.
        let hosts = ["192.0.2.1", "127.0.0.1"]
        #expect(AddressProbe.first(of: hosts, port: socket.port, patience: .seconds(3_600)) == "127.0.0.1")
    }

    @Test func whereNobodyAnswersThereIsNone() throws {
        let socket = try ListeningSocket()
        let port = socket.port
        socket.close()
        #expect(AddressProbe.first(of: ["127.0.0.1"], port: port) == nil)
        #expect(AddressProbe.first(of: [], port: port) == nil)
    }
}
