internal import ArgumentParser
internal import BusContract
internal import DeviceCodecs
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus peripheral`.
struct PeripheralCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peripheral",
        abstract: "List the device models that a hub can read.",
        subcommands: [PeripheralList.self, PeripheralShow.self],
        defaultSubcommand: PeripheralList.self
    )

    /// An entry in one line.
    static func line(_ view: PeripheralView) -> String {
        let marks = [
            evidence(view),
            view.disabled ? "switched off" : nil,
            view.missing?.first.map { "missing: \($0.code)" },
        ]
        let text = marks.compactMap(\.self).joined(separator: ", ")
        return "\(view.peripheralID) \(view.name): \(view.type)" + (text.isEmpty ? "" : " (\(text))")
    }

    /// The evidence for reading the model, for people; nil if the hub cannot read it.
    ///
    /// A hub of an earlier version says only whether the model is verified.
    static func evidence(_ view: PeripheralView) -> String? {
        guard let word = view.evidence?.rawValue else { return view.verified ? ModelEvidence.captured.words : nil }
        return ModelEvidence(rawValue: word)?.words ?? EventLine.plain(word)
    }

    /// An entry in full.
    static func text(_ view: PeripheralView) -> [String] {
        var lines = [
            line(view),
            "pairing: \(view.pairingInstructions)",
        ]
        if let start = view.startInstructions, !start.isEmpty { lines.append("before a reading: \(start)") }
        lines.append("reading: \(view.readingInstructions)")
        switch view.advertises {
        case .beforeMeasurement: lines.append("in range: when it is switched on, before the measurement")
        case .afterMeasurement: lines.append("in range: after the measurement; it only connects to deliver")
        case .either: lines.append("in range: before or after the measurement")
        default: break
        }
        if view.hasMemory == false {
            lines.append("memory: none; a reading lost in transmission must be measured again")
        }
        if let image = view.imageURL { lines.append("picture: \(image)") }
        if let speaks = view.speaks, speaks != "standard" { lines.append("speaks: \(speaks)") }
        if let quirks = view.quirks, !quirks.isEmpty { lines.append("quirks: \(quirks.joined(separator: ", "))") }
        return lines + (view.missing ?? []).map { "missing: \($0.message)" }
    }
}

/// The command `vitalbus peripheral list`.
struct PeripheralList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List device models by type or by words of their name.",
        discussion: """
            Each line has the number, the name, the type and the evidence that the model is read correctly. The evidence is \
            a captured frame, another project's test, computed frames, or a standard profile alone. No model was tried on a \
            real device.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("Only of this type, such as glucoseMeter.", valueName: "type")) var type: String?
    @Argument(help: "Only those whose name has these words.") var text: String?
    @Flag(help: "Only those that a captured frame verifies.") var verified = false
    @Flag(help: "Include models that are switched off.") var all = false
    @Flag(help: "Print the entries as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let wanted = PeripheralFilter(
            text: text,
            verified: verified ? true : nil,
            disabled: all ? nil : false
        )
        let list = try await place.connect { connection, hub in
            var filter = wanted
            if let type { filter.type = try await Resolver(connection, place: hub).peripheralType(type) }
            return try await Lists.peripherals(connection, hub: hub.hub, filter: filter)
        }
        guard !json else { return try environment.json(SupportedPeripherals(peripherals: list)) }
        if list.isEmpty { environment.out("no peripheral matches") }
        if !list.isEmpty { environment.show(Self.table(list)) }
    }

    /// The entries as rows.
    private static func table(_ entries: [PeripheralView]) -> TextTable {
        var table = TextTable("NUMBER", "NAME", "TYPE", "EVIDENCE", "MISSING")
        for view in entries {
            let missing = (view.missing ?? []).map(\.code) + (view.disabled ? ["switched off"] : [])
            table.add(
                "\(view.peripheralID)",
                view.name,
                view.type,
                PeripheralCommand.evidence(view) ?? "-",
                missing.isEmpty ? "-" : missing.joined(separator: ", ")
            )
        }
        return table
    }
}

/// The command `vitalbus peripheral show`.
struct PeripheralShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show how to pair and read a device model, and what it still needs."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The peripheral ID, or words of the model's name.") var id: String
    @Flag(help: "Print the entry as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let list = try await place.connect { connection, hub in
            let filter = PeripheralFilter(peripheralID: try await Resolver(connection, place: hub).peripheral(id))
            return try await connection.requests.call(
                ReaderTopics.supportedPeripherals,
                hub: hub.hub,
                body: filter
            )
        }
        guard let view = list.peripherals.first else {
            throw CommandFailure.input("unknown peripheral \(id); 'vitalbus peripheral list' shows all")
        }
        guard !json else { return try environment.json(view) }
        for line in PeripheralCommand.text(view) { environment.out(line) }
    }
}
