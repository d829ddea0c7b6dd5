internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import SiteAuthority
internal import SiteRecords

/// The command `vitalbus site set`.
struct SetSite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Change the addresses at which hubs reach this server.",
        discussion: """
            The server gets a certificate for the new addresses at once, even while it runs. Hubs learn them with \
            their next renewal; 'vitalbus renew --all' on a hub does it now. One of the old addresses must still \
            work, else run 'vitalbus link set --address ADDRESS' on each hub.
            """
    )

    @Option(help: ArgumentHelp("A host name or IP address; may be repeated.", valueName: "address")) var address:
        [String]
    @OptionGroup var server: SiteServerOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let changed = try await server.withSite(environment) { site, _ in
            try site.change(addresses: address, now: Date())
        }
        environment.out("hubs reach the site at \(changed.record.addresses.joined(separator: ", "))")
        environment.out("to update a hub at once, on its machine: vitalbus renew --all")
    }
}

/// The command `vitalbus hub rename`.
struct RenameHub: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Rename a hub that has not joined yet. It gets a new bundle; the old one stops working.",
        discussion:
            "You cannot rename a hub that has joined; the command then shows how to move its people and devices to another hub."
    )

    @Argument(help: "The hub's name.") var name: String
    @Argument(help: "Its new name: a-z, 0-9 and '-'.") var newName: String
    @Option(help: ArgumentHelp("The bundle's file. Default: NEW-NAME.vitalbus-hub in this folder.", valueName: "file"))
    var out: String?
    @OptionGroup var server: SiteServerOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let bundle = try await server.withSite(environment) { site, layout in
            // A hub with one seat gives the seat its own name.
            try OwnNames(layout).check(hub: newName, seats: [newName])
            return try site.rename(name, to: newName, now: Date())
        }
        environment.out("the hub '\(name)' is now called '\(newName)', seats \(bundle.seats.joined(separator: ", "))")
        let file = URL(filePath: out ?? "\(newName).vitalbus-hub").standardizedFileURL.path
        try bundle.hand(to: file, in: environment)
        try await server.layout(environment).settleAccounts(environment)
    }
}
