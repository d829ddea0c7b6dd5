internal import ArgumentParser
internal import DisplayLayouts
internal import DisplayPeripherals

/// The command `vitalbus photo peripherals`.
struct PhotoPeripherals: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peripherals",
        abstract: "List the meters whose displays are read: the IDs for --peripheral. No hub is needed."
    )

    @Option(help: ArgumentHelp("Only of this kind: \(OCRChoice.kinds).", valueName: "type")) var type: String?
    @Option(help: ArgumentHelp("A file with layouts of your own.", valueName: "file")) var layouts: String?

    func validate() throws { _ = try OCRChoice.kind(type) }

    func run() throws {
        let kind = try OCRChoice.kind(type)
        for peripheral in try OCRChoice.catalogue(layouts).peripherals where kind == nil || peripheral.kind == kind {
            CommandEnvironment.current.out(Self.line(peripheral))
        }
    }

    /// A meter in one line: ID, name, kind, what it shows, the units that it may be set to, the default first, and for
    /// a model how well its display's layout is known.
    private static func line(_ peripheral: DisplayPeripheral) -> String {
        let fields = peripheral.layout.fields.map(\.key).joined(separator: ", ")
        let units = peripheral.units.map(\.name).joined(separator: " or ")
        return "\(peripheral.id) \(peripheral.name): \(peripheral.kind.rawValue), shows \(fields)"
            + (units.isEmpty ? "" : " in \(units)")
            + (peripheral.model == nil && peripheral.face == .kind ? "" : "; layout: \(peripheral.face.meaning)")
    }
}
