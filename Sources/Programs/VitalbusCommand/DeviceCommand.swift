internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus device`.
struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Pair and read devices, and say whose readings a device makes.",
        subcommands: [
            DeviceNearby.self, DevicePair.self, DevicePasskey.self, DeviceRead.self, DeviceCancel.self,
            DeviceForget.self,
            DeviceKey.self, DeviceAssign.self, DeviceUnassign.self, DeviceList.self,
        ]
    )

    /// Reads a device's id.
    static func device(_ text: String) throws -> DeviceID {
        guard let device = DeviceID(text) else {
            throw CommandFailure.input(
                "'\(text.prefix(64))' is no device: use its UUID, as 'vitalbus device nearby' shows it"
            )
        }
        return device
    }

    /// An assignment for people.
    static func text(_ view: AssignmentView) -> String {
        let index = view.userIndex.map { " user \($0)" } ?? ""
        let until = view.until.map { " until \(LocalTime.text($0))" } ?? ""
        return "device \(view.device)\(index): seat \(view.seat) from \(LocalTime.text(view.from))\(until)"
            + (view.owned.map { ", \($0) held readings got their owner" } ?? "")
    }
}
