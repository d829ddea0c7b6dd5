internal import ArgumentParser
internal import BusContract
internal import DeviceCodecs
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
        let (sightings, models) = try await place.connect { connection, hub in
            let seen = try await connection.requests.call(ScannerTopics.sightings, hub: hub.hub, body: Empty())
            // Absent is nil: without the reader the list lacks only the models' names and what they miss.
            let listed = try? await Lists.peripherals(connection, hub: hub.hub)
            return (seen, listed ?? [])
        }
        guard !json else { return try environment.json(sightings) }
        for line in Self.text(sightings, models: models) { environment.out(line) }
    }

    /// The devices in range, nearest first, each with what is missing to read it.
    static func text(_ sightings: Sightings, models: [PeripheralView]) -> [String] {
        let byID = Dictionary(models.map { ($0.peripheralID, $0) }) { first, _ in first }
        let seen = sightings.devices.sorted { ($0.rssi ?? -128) > ($1.rssi ?? -128) }.map { line($0, models: byID) }
        let unknown = (sightings.unknown ?? []).map { device in
            "device \(device.device)\(strength(device.rssi)) \(EventLine.plain(device.name)): in range, but no driver reads it: "
                + "\(capture(device.name)) records what a driver needs"
        }
        let none = seen.isEmpty ? ["no supported device is in range: switch one on near the hub"] : []
        let omitted = sightings.omitted.map { ["\($0) more are in range, too many to list"] } ?? []
        return none + seen + omitted + unknown
    }

    /// The command that records a device; a name that a shell would interpret is left out, because anyone can send one.
    private static func capture(_ name: String) -> String {
        let isPlain = name.unicodeScalars.allSatisfy { scalar in
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                || " _.+".unicodeScalars.contains(scalar)
        }
        return isPlain ? "vitalbus capture '\(name)'" : "vitalbus capture"
    }

    private static func line(_ device: PeripheralSighted, models: [Int: PeripheralView]) -> String {
        let numbers = device.peripheralIDs.map(String.init).joined(separator: ", ")
        let isPlugged = device.advertisement.serviceUUIDs.contains(BluetoothUUID.usbPipe.description)
        let place = isPlugged ? ", plugged in" : strength(device.rssi)
        let line = "device \(device.device): peripheral \(numbers)\(place) \(EventLine.plain(device.name ?? ""))"
        let known = device.peripheralIDs.compactMap { models[$0] }
        guard !known.isEmpty, known.allSatisfy({ $0.missing?.isEmpty == false }), let first = known.first,
            let part = first.missing?.first(where: { $0.code == "driverMissing" }) ?? first.missing?.first
        else { return line }
        return "\(line): \(first.name) is in range, but cannot be read: \(part.message)"
    }

    private static func strength(_ rssi: Int?) -> String { rssi.map { ", \($0) dBm" } ?? "" }
}
