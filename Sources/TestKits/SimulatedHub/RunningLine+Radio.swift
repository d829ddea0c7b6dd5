internal import ActorRuntime
internal import BlueZSimulator
package import Foundation
internal import HubRunner
internal import MessageBus
package import VitalRecords

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// What tests do to the radio and the devices around it.
extension RunningLine {
    /// Halts the simulated bluetoothd, as one that hangs.
    package func haltDevices() async { await simulators.signalDevices(SIGSTOP) }

    /// Lets the simulated bluetoothd go on.
    package func resumeDevices() async { await simulators.signalDevices(SIGCONT) }

    /// Takes the bus with all on it away.
    package func stopDevices() async { await simulators.stopDevices() }

    /// Brings a bus and devices, as new ones.
    ///
    /// - Throws: When they do not come up.
    package func startDevices(scenario: String, around radio: SimulatedRadio = .first) async throws {
        try await simulators.startDevices(scenario: scenario, around: radio)
    }

    /// Lets the bus's policy forbid or allow everybody to talk to bluetoothd.
    ///
    /// - Throws: When the bus does not take it.
    package nonisolated func setRadioAccess(_ isAllowed: Bool) async throws {
        try await PrivateBus.setAccess(isAllowed, folder: folder.bus)
    }

    /// The pseudonym of a device.
    ///
    /// - Throws: When the site's key cannot be read, or the address is none.
    package nonisolated func device(_ address: String) throws -> DeviceID {
        let key = try SiteKey.load(plan.layout.siteKey, createIfMissing: false)
        return try DeviceID.derive(siteSecret: key.deviceSecret, address: address)
    }

    /// Tells the simulated devices something on their control line.
    ///
    /// - Throws: What it refused.
    package nonisolated func control(_ request: String, around radio: SimulatedRadio = .first) async throws {
        try await simulators.control(request, around: radio)
    }

    /// Lets a cuff measure.
    ///
    /// - Throws: What was refused.
    package nonisolated func measure(
        _ reading: Triple,
        at address: String,
        around radio: SimulatedRadio = .first
    ) async throws {
        let values = """
            "systolic": \(Int(reading.systolic)), "diastolic": \(Int(reading.diastolic)), "pulse": \(Int(reading.pulse))
            """
        try await control(#"{"do": "measure", "device": "\#(address)", \#(values)}"#, around: radio)
    }

    /// The readings that the server has, each as often as it was made there.
    package nonisolated var delivered: [Triple] {
        let journal = (try? String(contentsOf: URL(filePath: folder.journal), encoding: .utf8)) ?? ""
        return journal.split(separator: "\n").compactMap { Triple(journal: $0) }
    }

    /// The values of a metric that the server has, each as often as it was made there, with the time of its measurement.
    package nonisolated func delivered(_ metric: String) -> [(value: Double, at: Date?)] {
        struct Line: Decodable {
            let act: String
            let record: Record
        }
        struct Record: Decodable { let content: Content? }
        struct Content: Decodable {
            let metrics: [Metric]?
            let start_time: String?
        }
        struct Metric: Decodable {
            let type: String
            let value: Double?
        }
        let journal = (try? String(contentsOf: URL(filePath: folder.journal), encoding: .utf8)) ?? ""
        return journal.split(separator: "\n").compactMap { text in
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)), line.act == "create",
                let content = line.record.content,
                let value = content.metrics?.first(where: { $0.type == metric })?.value
            else { return nil }
            return (value, content.start_time.flatMap(WireJSON.time))
        }
    }

    /// Whether a fault has struck.
    ///
    /// - Parameter device: The address of the device that it struck; nil for any.
    package nonisolated func hasStruck(
        _ fault: String,
        _ device: String? = nil,
        around radio: SimulatedRadio = .first
    ) -> Bool {
        struct Line: Decodable {
            let event: String
            let fault: String?
            let device: String?
        }
        let text = (try? String(contentsOf: URL(filePath: folder.truth(radio)), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").contains { line in
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else { return false }
            return line.event == "fault" && line.fault == fault && (device == nil || line.device == device)
        }
    }
}
