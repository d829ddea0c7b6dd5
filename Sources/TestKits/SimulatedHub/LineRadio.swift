internal import ActorRuntime
internal import BlueZSimulator
internal import BusContract
internal import Foundation
internal import HubRunner
package import MessageBus
internal import OperatorConnection
internal import TestSupport
package import VitalRecords

/// The radio of a running line and the devices around it.
package struct LineRadio: Sendable {
    let line: RunningLine

    /// Halts the simulated bluetoothd, as if it hung.
    package func haltDevices() async throws { try await line.simulators.haltDevices() }

    /// Resumes the simulated bluetoothd.
    package func resumeDevices() async { await line.simulators.resumeDevices() }

    /// Stops the bus and everything on it.
    package func stopDevices() async { await line.simulators.stopDevices() }

    /// Starts a bus with new devices.
    ///
    /// - Throws: If they do not start.
    package func startDevices(scenario: String, around radio: SimulatedRadio = .first) async throws {
        try await line.simulators.startDevices(scenario: scenario, around: radio)
    }

    /// Makes the policy of the bus deny or allow everyone access to bluetoothd.
    ///
    /// - Throws: If the bus rejects the policy.
    package func setRadioAccess(_ isAllowed: Bool) async throws {
        try await PrivateBus.setAccess(isAllowed, folder: line.folder.bus)
    }

    /// The pseudonym of a device.
    ///
    /// - Throws: If the site key cannot be read, or the address is invalid.
    package func device(_ address: String) throws -> DeviceID {
        let key = try SiteKey.load(line.plan.layout.siteKey, createIfMissing: false)
        return try DeviceID.derive(siteSecret: key.deviceSecret, address: address)
    }

    /// Sends a request to the control socket of the simulated devices.
    ///
    /// - Throws: The refusal.
    package func control(_ request: String, around radio: SimulatedRadio = .first) async throws {
        try await line.simulators.control(request, around: radio)
    }

    /// Makes a cuff measure.
    ///
    /// - Throws: The refusal.
    package func measure(
        _ reading: Triple,
        at address: String,
        around radio: SimulatedRadio = .first
    ) async throws {
        let values = """
            "systolic": \(Int(reading.systolic)), "diastolic": \(Int(reading.diastolic)), "pulse": \(Int(reading.pulse))
            """
        try await control(#"{"do": "measure", "device": "\#(address)", \#(values)}"#, around: radio)
    }

    /// Asks the hub's reader for a reading or a pairing; asks again while Bluetooth cannot be used, as just after the
    /// start.
    ///
    /// - Throws: The refusal, or the error of the work.
    package func ask<Body, Reply>(
        _ operation: MessageBus.Operation<Body, Reply>,
        body: Body,
        id: String? = nil,
        timeout: Duration = Patience.limit
    ) async throws -> Reply {
        try await Patience.again {
            try await line.connection.requests.call(
                operation,
                hub: LineSetup.hub,
                body: body,
                id: id,
                timeout: timeout
            )
        } after: {
            ($0 as? BusError)?.code.rawValue == ReaderFailure.bluetoothOff.rawValue
        }
    }

    /// Whether a fault has occurred.
    ///
    /// - Parameter device: The address of the affected device; nil for any.
    package func hasStruck(
        _ fault: String,
        device: String? = nil,
        around radio: SimulatedRadio = .first
    ) -> Bool {
        struct Line: Decodable {
            let event: String
            let fault: String?
            let device: String?
        }
        let text = (try? String(contentsOf: URL(filePath: line.folder.truth(radio)), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").contains { line in
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else { return false }
            return line.event == "fault" && line.fault == fault && (device == nil || line.device == device)
        }
    }

    /// Starts the second hub's scanner and reader, and the devices around it.
    ///
    /// - Throws: ``RunningLine/Failure`` if the settings name no second hub, or if something does not start.
    package func startSecondHub(scenario: String) async throws {
        guard !line.plan.guests.isEmpty else {
            throw RunningLine.Failure(description: "Settings.secondHub names no hub")
        }
        try await line.simulators.startDevices(scenario: scenario, around: .second)
        for guest in line.plan.guests {
            var settings = line.plan.settings[guest.role.rawValue] ?? [:]
            settings["dbus.address"] = line.simulators.busAddress(of: .second)
            if guest.role == .deviceReader { settings["passive.peripherals"] = "3000" }
            try await line.simulators.start(line.plan.child(guest, settings: settings))
        }
    }
}
