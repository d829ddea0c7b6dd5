internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus device nearby`.
struct DeviceNearby: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearby",
        abstract: "List the devices in sight of the hub, the nearest first."
    )

    @OptionGroup var place: HubOptions
    @Flag(help: "Print the sightings as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let sightings = try await place.connect { connection, hub in
            try await connection.requests.call(ScannerTopics.sightings, hub: hub.target.address.hub, Empty())
        }
        guard !json else { return try environment.json(sightings) }
        if sightings.devices.isEmpty {
            environment.out("no device of the catalogue is in sight: switch one on near the hub")
        }
        for device in sightings.devices.sorted(by: { ($0.rssi ?? -128) > ($1.rssi ?? -128) }) {
            let numbers = device.peripheralIDs.map(String.init).joined(separator: ", ")
            let strength = device.rssi.map { ", \($0) dBm" } ?? ""
            environment.out("device \(device.device): peripheral \(numbers)\(strength) \(device.name ?? "")")
        }
        if let omitted = sightings.omitted { environment.out("\(omitted) more are in sight, too many to list") }
    }
}
