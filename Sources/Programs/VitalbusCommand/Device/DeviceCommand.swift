internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus device`.
struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Pair, read and assign devices.",
        subcommands: [
            DeviceNearby.self, DevicePair.self, DevicePasskey.self, DeviceRead.self, DeviceCancel.self,
            DeviceForget.self,
            DeviceKey.self, DeviceAssign.self, DeviceUnassign.self, DeviceList.self,
        ]
    )

    /// Parses a device's id.
    static func device(_ text: String) throws -> DeviceID {
        guard let device = DeviceID(text) else {
            throw CommandFailure.input(
                "'\(text.prefix(64))' is not a device: use the UUID that 'vitalbus device nearby' shows"
            )
        }
        return device
    }

    /// An assignment for people.
    static func text(_ view: AssignmentView) -> String {
        let index = view.userIndex.map { " user \($0)" } ?? ""
        let until = view.until.map { " until \(LocalTime.text($0))" } ?? ""
        return "device \(view.device)\(index): seat \(view.seat) from \(LocalTime.text(view.from))\(until)"
            + (view.owned.map { ", \($0) held readings now have an owner" } ?? "")
    }
}

/// The command `vitalbus device list`.
struct DeviceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List assignments, newest first."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only this seat's.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("Only this device's.", valueName: "device")) var device: String?
    @Option(help: ArgumentHelp("The page, from 1.", valueName: "n")) var page = 1
    @Flag(help: "Print the assignments as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let list = try await place.connect { connection, hub in
            let body = try await Resolver(connection, place: hub).page(page, seat: seat, device: device)
            return try await connection.requests.call(SessionOperations.devices, hub: BusAddress.siteHub, body: body)
        }
        guard !json else { return try environment.json(list) }
        if list.assignments.isEmpty { environment.out("no device is assigned") }
        for view in list.assignments { environment.out(DeviceCommand.text(view)) }
        if let pages = list.pages, pages > 1 { environment.out("page \(list.page ?? 1) of \(pages)") }
    }
}

/// The command `vitalbus device nearby`.
struct DeviceNearby: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearby",
        abstract: "List devices in range, nearest first."
    )

    @OptionGroup var place: HubOptions
    @Flag(help: "Print the sightings as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let sightings = try await place.connect { connection, hub in
            try await connection.requests.call(ScannerTopics.sightings, hub: hub.hub, body: Empty())
        }
        guard !json else { return try environment.json(sightings) }
        if sightings.devices.isEmpty {
            environment.out("no supported device is in range: switch one on near the hub")
        }
        for device in sightings.devices.sorted(by: { ($0.rssi ?? -128) > ($1.rssi ?? -128) }) {
            let numbers = device.peripheralIDs.map(String.init).joined(separator: ", ")
            let strength = device.rssi.map { ", \($0) dBm" } ?? ""
            environment.out("device \(device.device): peripheral \(numbers)\(strength) \(device.name ?? "")")
        }
        if let omitted = sightings.omitted { environment.out("\(omitted) more are in range, too many to list") }
    }
}
