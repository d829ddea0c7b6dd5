internal import BusContract
internal import HubRunner
internal import MessageBus

extension RunningLine {
    /// Starts the devices around the second hub, its scanner and its reader.
    ///
    /// - Throws: ``Failure`` where the settings name no second hub, or when something does not come up.
    package func startSecondHub(scenario: String) async throws {
        guard !plan.guests.isEmpty else {
            throw Failure(description: "Settings.secondHub names no hub")
        }
        try await simulators.startDevices(scenario: scenario, around: .second)
        for guest in plan.guests {
            var settings = plan.settings[guest.role.rawValue] ?? [:]
            settings["dbus.address"] = simulators.busAddress(of: .second)
            if guest.role == .deviceReader { settings["passive.peripherals"] = "3000" }
            try await simulators.start(plan.child(guest, settings: settings))
        }
    }
}
