internal import ArgumentParser
internal import Foundation
internal import SiteAuthority
internal import SiteRecords

/// The commands `vitalbus page kiosk …`.
struct KioskCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kiosk",
        abstract: "Manage tablets in rooms. Each shows one seat and needs no password.",
        subcommands: [AddKiosk.self, KioskAgain.self, ListKiosks.self, RemoveKiosk.self],
        defaultSubcommand: ListKiosks.self
    )
}

extension AccessOptions {
    /// The one-time address at which a tablet enters the page; only its path if no page is served.
    fileprivate func kioskAddress(_ key: String) throws -> String {
        let entry = try pageAddress(CommandEnvironment.current)
        let base = entry.flatMap { text in text.firstRange(of: "enter?").map { String(text[..<$0.lowerBound]) } }
        return "\(base ?? "https://ADDRESS-OF-THE-PAGE/")kiosk?key=\(key)"
    }
}

private struct AddKiosk: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a tablet for one seat. Prints an address that works once, for a day."
    )

    @Argument(help: "The tablet's name: a-z, 0-9 and '-'.") var name: String
    @Option(help: ArgumentHelp("The seat that it shows.", valueName: "id")) var seat: String
    @Flag(help: "Let people enter values on the tablet.") var mayType = false
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let place = try options.place(CommandEnvironment.current, mayCreate: true)
        try place.check(hubs: [], seats: [seat])
        let key = try place.access.addKiosk(name, seat: seat, types: mayType, now: Date())
        CommandEnvironment.current.out(try options.kioskAddress(key))
    }
}

private struct KioskAgain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "again",
        abstract:
            "Print an address for a new tablet. The new tablet replaces the present one when it opens the address."
    )

    @Argument(help: "The tablet's name.") var name: String
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let place = try options.place(CommandEnvironment.current)
        let key = try place.access.renewKiosk(name, now: Date())
        CommandEnvironment.current.out(try options.kioskAddress(key))
    }
}

private struct ListKiosks: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the tablets and their seats."
    )

    @OptionGroup var options: AccessOptions
    @Flag(help: "Print JSON.") var json = false

    private struct Line: Encodable {
        let name: String
        let seat: String
        let types: Bool
        let added: Date
        let entered: Date?
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let lines = try options.place(environment).access.kiosks().map {
            Line(name: $0.name, seat: $0.seat, types: $0.types, added: $0.added, entered: $0.entered)
        }
        let none = "none: 'vitalbus page kiosk add NAME --seat SEAT' creates one"
        try environment.list(lines, json: json, none: none) { line in
            let use = line.entered.map { "in use since \($0.ISO8601Format())" } ?? "waiting for its tablet"
            return "\(line.name)  seat \(line.seat)  \(line.types ? "may type values" : "looks on")  \(use)"
        }
    }
}

private struct RemoveKiosk: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a tablet. It stops showing the seat at once."
    )

    @Argument(help: "The tablet's name.") var name: String
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        try options.place(environment).access.removeKiosk(name)
        environment.out("the tablet '\(name)' no longer shows anything")
    }
}
