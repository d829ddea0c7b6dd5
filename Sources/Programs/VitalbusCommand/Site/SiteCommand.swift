internal import ActorRuntime
internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteAuthority

/// The commands `vitalbus site …`.
struct SiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Make this machine the server of a site with several hubs.",
        subcommands: [MakeSite.self, ShowSite.self]
    )
}

/// The option that names a site's server.
struct SiteServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The state directory of the site's server.", valueName: "dir")) var state: String?

    /// The files of the hub's layout.
    func layout(_ environment: CommandEnvironment) -> HubLayout {
        HubLayout(URL(filePath: state ?? HubPlace.standardState(environment.variables)).standardizedFileURL.path)
    }

    /// The site.
    ///
    /// - Throws: ``CommandFailure`` where there is none.
    func site(_ environment: CommandEnvironment) throws -> Site {
        let layout = layout(environment)
        guard let site = try Site(SiteFiles(state: layout.state)) else {
            throw CommandFailure(
                "notFound",
                message: "\(layout.state) has no site: this is done on the site's server, after 'vitalbus site init'",
                exitCode: ExitCodes.configuration
            )
        }
        return site
    }
}

private struct MakeSite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make the site's certificate authority and the server's certificate.",
        discussion: """
            Afterwards 'vitalbus up' also serves other machines: the broker with TLS, which takes certificates of this site only, \
            and the registrar, which hubs join by. Nothing else listens beyond this machine.
            """
    )

    @Option(help: ArgumentHelp("The site's id. Default: that of the hub here, else 'home'.", valueName: "id"))
    var site: String?
    @Option(
        help: ArgumentHelp(
            "A host name or IP address that hubs reach this machine by; may be repeated.",
            valueName: "address"
        )
    )
    var address: [String]
    @Option(help: ArgumentHelp("The broker's port for hubs.", valueName: "port")) var brokerPort = SiteRecord.ports
        .broker
    @Option(help: ArgumentHelp("The registrar's port.", valueName: "port")) var registrarPort = SiteRecord.ports
        .registrar
    @Option(help: ArgumentHelp("How long a hub's certificates are valid; renewed at two thirds.", valueName: "days"))
    var certificateDays = 7
    @Flag(help: "This machine has no radio and no seats of its own: it only serves hubs.") var serverOnly = false
    @OptionGroup var server: SiteServerOptions

    func validate() throws {
        if let site { try HubFlags.check(id: site, flag: "--site") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = server.layout(environment)
        let known = try HubRecord.read(layout)?.site
        guard known == nil || site == nil || known == site else {
            throw CommandFailure(
                "conflict",
                message: "the hub here is of the site '\(known ?? "")': leave --site out, or use another --state",
                exitCode: ExitCodes.input
            )
        }
        let record = try SiteRecord(
            site: site ?? known ?? HubSettings.read(layout)?.site ?? "home",
            addresses: address,
            brokerPort: brokerPort,
            registrarPort: registrarPort,
            certificateDays: certificateDays
        )
        try PrivateFile.makeDirectory(layout.state)
        let made = try Site.make(record, files: SiteFiles(state: layout.state), now: Date())
        var settings = try HubSettings.read(layout) ?? HubSettings()
        settings.site = record.site
        if serverOnly { settings.part = .site }
        try settings.write(layout)
        environment.out("the site '\(record.site)' is made: its authority is \(made.files.authority)")
        environment.out(
            "hubs reach it at \(address.joined(separator: ", ")), ports \(brokerPort) (broker) and \(registrarPort) (registrar)"
        )
        let place = server.state.map { " --state \($0)" } ?? ""
        environment.out("next: vitalbus up\(place); then, for each hub: vitalbus hub add NAME\(place)")
    }
}

private struct ShowSite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the site that this machine serves."
    )

    @OptionGroup var server: SiteServerOptions
    @Flag(help: "Print JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let site = try server.site(environment)
        guard !json else { return try environment.json(site.record) }
        let hubs = try site.hubs()
        let (present, gone) = (hubs.filter { $0.entry.revoked == nil }, hubs.filter { $0.entry.revoked != nil })
        let record = site.record
        environment.out("site \(record.site)")
        environment.out("addresses \(record.addresses.joined(separator: ", "))")
        environment.out("ports \(record.brokerPort) (broker), \(record.registrarPort) (registrar)")
        environment.out("certificates of hubs are valid for \(record.certificateDays) days")
        environment.out("hubs \(present.count), joined \(present.count { $0.card != nil }), revoked \(gone.count)")
        environment.out("authority \(site.files.authority)")
    }
}
