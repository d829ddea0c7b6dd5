internal import ArgumentParser
internal import BusContract
internal import MessageBus

/// The command `vitalbus peripheral`.
struct PeripheralCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peripheral",
        abstract: "Look at the device models that a hub can read.",
        subcommands: [PeripheralList.self, PeripheralShow.self],
        defaultSubcommand: PeripheralList.self
    )

    /// An entry in one line.
    static func line(_ view: PeripheralView) -> String {
        let marks = [
            view.verified ? "verified" : nil,
            view.disabled ? "switched off" : nil,
            view.missing?.first.map { "missing: \($0.code)" },
        ]
        let text = marks.compactMap(\.self).joined(separator: ", ")
        return "\(view.peripheralID) \(view.name): \(view.type)" + (text.isEmpty ? "" : " (\(text))")
    }

    /// An entry with everything that a person needs.
    static func text(_ view: PeripheralView) -> [String] {
        var lines = [
            line(view),
            "pairing: \(view.pairingInstructions)",
        ]
        if let start = view.startInstructions, !start.isEmpty { lines.append("before a reading: \(start)") }
        lines.append("reading: \(view.readingInstructions)")
        switch view.advertises {
        case .beforeMeasurement: lines.append("seen: when it is switched on, before the measurement")
        case .afterMeasurement: lines.append("seen: after the measurement; it only connects to deliver")
        case .either: lines.append("seen: before or after the measurement")
        default: break
        }
        if view.hasMemory == false { lines.append("memory: none; what is lost on its way has to be measured again") }
        if let image = view.imageURL { lines.append("picture: \(image)") }
        if let speaks = view.speaks, speaks != "standard" { lines.append("speaks: \(speaks)") }
        if let quirks = view.quirks, !quirks.isEmpty { lines.append("quirks: \(quirks.joined(separator: ", "))") }
        return lines + (view.missing ?? []).map { "missing: \($0.message)" }
    }
}
