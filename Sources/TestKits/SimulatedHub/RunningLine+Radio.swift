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

/// Operations of tests on the radio and the devices around it.
extension RunningLine {
    /// Halts the simulated bluetoothd, as if it hung.
    package func haltDevices() async { await simulators.signalDevices(SIGSTOP) }

    /// Resumes the simulated bluetoothd.
    package func resumeDevices() async { await simulators.signalDevices(SIGCONT) }

    /// Stops the bus and everything on it.
    package func stopDevices() async { await simulators.stopDevices() }

    /// Starts a bus with new devices.
    ///
    /// - Throws: If they do not start.
    package func startDevices(scenario: String, around radio: SimulatedRadio = .first) async throws {
        try await simulators.startDevices(scenario: scenario, around: radio)
    }

    /// Makes the policy of the bus deny or allow everyone access to bluetoothd.
    ///
    /// - Throws: If the bus rejects the policy.
    package nonisolated func setRadioAccess(_ isAllowed: Bool) async throws {
        try await PrivateBus.setAccess(isAllowed, folder: folder.bus)
    }

    /// The pseudonym of a device.
    ///
    /// - Throws: If the site key cannot be read, or the address is invalid.
    package nonisolated func device(_ address: String) throws -> DeviceID {
        let key = try SiteKey.load(plan.layout.siteKey, createIfMissing: false)
        return try DeviceID.derive(siteSecret: key.deviceSecret, address: address)
    }

    /// Sends a request to the control socket of the simulated devices.
    ///
    /// - Throws: The refusal.
    package nonisolated func control(_ request: String, around radio: SimulatedRadio = .first) async throws {
        try await simulators.control(request, around: radio)
    }

    /// Makes a cuff measure.
    ///
    /// - Throws: The refusal.
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

    /// The readings at the server, each as often as it was created.
    package nonisolated var delivered: [Triple] {
        let journal = (try? String(contentsOf: URL(filePath: folder.journal), encoding: .utf8)) ?? ""
        return journal.split(separator: "\n").compactMap { Triple(journal: $0) }
    }

    /// The values of a metric at the server with their times of measurement, each as often as it was created.
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

    /// Whether a fault has occurred.
    ///
    /// - Parameter device: The address of the affected device; nil for any.
    package nonisolated func hasStruck(
        _ fault: String,
        device: String? = nil,
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
