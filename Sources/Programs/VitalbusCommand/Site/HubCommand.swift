internal import ActorRuntime
internal import ArgumentParser
internal import Files
internal import Foundation
internal import HubRunner
internal import SiteAuthority
internal import SiteRecords

/// The commands `vitalbus hub …`.
struct HubCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hub",
        abstract: "Manage the site's hubs, on the site's server.",
        subcommands: [AddHub.self, ListHubs.self, RevokeHub.self, RenameHub.self],
        defaultSubcommand: ListHubs.self
    )
}

private struct AddHub: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a hub and write the bundle that its machine joins with.",
        discussion: """
            The bundle holds a secret that works once and for three days. Take it to the new machine (by stick or scp) and run \
            'vitalbus join' there. Until it is used or revoked ('vitalbus hub revoke'), any machine that has the bundle can join.
            """
    )

    @Argument(help: "The hub's name, for example its room: a-z, 0-9 and '-'.") var name: String
    @Option(
        help: ArgumentHelp(
            "A seat that it measures; may be repeated. Default: a seat with the hub's name.",
            valueName: "id"
        )
    )
    var seat: [String] = []
    @Option(help: ArgumentHelp("The bundle's file. Default: NAME.vitalbus-hub in this folder.", valueName: "file"))
    var out: String?
    @Flag(help: "Give an existing hub a new bundle: it joins again, and its old certificates stop working.") var again =
        false
    @OptionGroup var server: SiteServerOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        let file = URL(filePath: out ?? "\(name).vitalbus-hub").standardizedFileURL.path
        let bundle = try await server.withSite(environment) { site, layout in
            try OwnNames(layout).check(hub: name, seats: seat.isEmpty ? [name] : seat)
            return try site.add(name, seats: seat, again: again, now: Date())
        }
        environment.out("the hub '\(name)' was added, seats \(bundle.seats.joined(separator: ", "))")
        try bundle.hand(to: file, in: environment)
        try await server.layout(environment).settleAccounts(environment)
    }
}

extension HubBundle {
    /// Writes the bundle for the operator, who takes it to the hub's machine.
    func hand(to file: String, in environment: CommandEnvironment) throws {
        do {
            try PrivateFile.replace(file, bytes: try encoded())
            try StateOwner.giveToPerson(file, variables: environment.variables)
        } catch {
            throw CommandFailure.cannotWrite(
                file,
                error: error,
                advice: "vitalbus hub add \(hub) --again, with another --out"
            )
        }
        environment.out("its bundle is \(file), valid once, until \(expires.ISO8601Format())")
        environment.out("next, on its machine: vitalbus join \(URL(filePath: file).lastPathComponent)")
    }
}

private struct ListHubs: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List hubs with their status and the expiry of their certificates."
    )

    @OptionGroup var server: SiteServerOptions
    @Flag(help: "Print JSON.") var json = false

    private struct Line: Encodable {
        let hub: String
        let seats: [String]
        let added: Date
        let joined: Date?
        let certificatesEnd: Date?
        let revoked: Date?
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let lines = try await server.withSite(environment) { site, _ in try site.hubs() }.map { entry, card in
            Line(
                hub: entry.hub,
                seats: entry.seats,
                added: entry.added,
                joined: card?.joined,
                certificatesEnd: card?.ends,
                revoked: entry.revoked
            )
        }
        let now = Date()
        try environment.list(lines, json: json, none: "no hubs: 'vitalbus hub add NAME' adds one") {
            "\($0.hub)  seats \($0.seats.joined(separator: ", "))  \(Self.words($0, now: now))"
        }
    }

    private static func words(_ line: Line, now: Date) -> String {
        if let revoked = line.revoked { return "revoked on \(revoked.ISO8601Format())" }
        guard let joined = line.joined, let end = line.certificatesEnd else {
            return "added on \(line.added.ISO8601Format()), has not joined"
        }
        let state = end < now ? "ENDED on" : "valid until"
        return "joined on \(joined.ISO8601Format()), certificates \(state) \(end.ISO8601Format())"
    }
}

private struct RevokeHub: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Remove a hub from the site. Its connections end at once and its certificates are not renewed."
    )

    @Argument(help: "The hub's name.") var name: String
    @OptionGroup var server: SiteServerOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        try await server.withSite(environment) { site, _ in try site.revoke(name, now: Date()) }
        try await server.layout(environment).settleAccounts(environment)
        environment.out("the hub '\(name)' is revoked; readings that it has not delivered stay on its machine")
        environment.out("to take it back: vitalbus hub add \(name), and join again on its machine")
    }
}
