internal import ActorRuntime
internal import ArgumentParser
internal import Files
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteAuthority
internal import SiteRecords

/// The commands `vitalbus site …`.
struct SiteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "site",
        abstract: "Make this machine the server of a site with several hubs.",
        subcommands: [MakeSite.self, ShowSite.self, SetSite.self, SiteUpdate.self, SiteExport.self]
    )
}

/// The option that names a site's server.
struct SiteServerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The state directory of the site's server.", valueName: "dir")) var state: String?

    /// The files of the hub's layout.
    func layout(_ environment: CommandEnvironment) -> HubLayout {
        HubLayout(URL(filePath: state ?? HubPlace.standardState(environment.variables)).standardizedFileURL.path)
    }

    /// Runs an operation on the site as the owner of its files.
    ///
    /// - Throws: ``CommandFailure`` if there is none.
    func withSite<Result>(
        _ environment: CommandEnvironment,
        _ operation: (Site, HubLayout) throws -> Result
    ) async throws -> Result {
        let layout = layout(environment)
        return try await StateOwner.working(in: layout.state) {
            guard let site = try Site(SiteFiles(state: layout.state)) else { throw Self.noSite(layout.state) }
            return try await Site.patiently { try operation(site, layout) }
        }
    }

    private static func noSite(_ state: String) -> CommandFailure {
        let isClosed =
            state != MachinePlace.stateDirectory
            && StartWords(state: MachinePlace.stateDirectory, given: nil).isInstalled
        let way = isClosed ? "; this machine's site needs root: sudo vitalbus …" : ""
        return CommandFailure(
            "notFound",
            message: "\(state) has no site: run this on the site's server, after 'vitalbus site init'\(way)",
            exitCode: ExitCodes.configuration
        )
    }
}

private struct MakeSite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create the site's certificate authority and the server's certificate.",
        discussion: """
            Afterwards 'vitalbus up' also serves other machines: the broker with TLS, for certificates of this site only, and the \
            registrar, where hubs join. Nothing else listens on the network.
            """
    )

    @Option(help: ArgumentHelp("The site's id. Default: that of the hub here, else 'home'.", valueName: "id"))
    var site: String?
    @Option(
        help: ArgumentHelp(
            "A host name or IP address at which hubs reach this machine; may be repeated.",
            valueName: "address"
        )
    )
    var address: [String]
    @Option(help: ArgumentHelp("The broker's port for hubs.", valueName: "port")) var brokerPort = SiteRecord.ports
        .broker
    @Option(help: ArgumentHelp("The registrar's port.", valueName: "port")) var registrarPort = SiteRecord.ports
        .registrar
    @Option(
        help: ArgumentHelp(
            "How long a hub's certificates are valid; hubs renew them after two thirds of that time.",
            valueName: "days"
        )
    )
    var certificateDays = 7
    @Option(
        help: ArgumentHelp(
            "The key of another site of the same owner. Devices and imports then have the same names at both, and hubs can move between them.",
            valueName: "file"
        )
    )
    var siteKey: String?
    @Flag(help: "This machine has neither a radio nor seats: it only serves hubs.") var serverOnly = false
    @OptionGroup var server: SiteServerOptions

    func validate() throws {
        if let site { try HubFlags.check(id: site, flag: "--site") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = server.layout(environment)
        if let siteKey { try InputFile.check(siteKey) }
        let known = try Self.knownSite(layout, given: site, in: environment)
        let record = try SiteRecord(
            site: site ?? known ?? "home",
            addresses: address,
            brokerPort: brokerPort,
            registrarPort: registrarPort,
            certificateDays: certificateDays
        )
        let key = try siteKey.map { try SiteKey.load(URL(filePath: $0).path, createIfMissing: false) }
        let made = try await SiteMaking(layout: layout, isServerOnly: serverOnly, key: key).make(record)
        let words = StartWords(state: layout.state, given: server.state)
        environment.out("the site '\(record.site)' was created: its authority is \(made.files.authority)")
        environment.out(
            "hubs reach it at \(address.joined(separator: ", ")), ports \(brokerPort) (broker) and \(registrarPort) (registrar)"
        )
        let target = serverOnly ? "vitalbus-site.target" : "vitalbus.target"
        let again = words.isInstalled ? " ('systemctl restart vitalbus-site.target' if it is running)" : ""
        environment.out(
            "next: \(words.start(target))\(again); then, for each hub: vitalbus hub add NAME\(words.option)"
        )
    }

    /// The site's name known here from a hub's start or the machine's file.
    ///
    /// - Throws: ``CommandFailure`` if a different one is given.
    private static func knownSite(
        _ layout: HubLayout,
        given: String?,
        in environment: CommandEnvironment
    ) throws -> String? {
        let ofHub = try HubRecord.read(layout)?.site
        let isMachines = layout.state == MachinePlace.state(environment.variables)
        let file = HubPlace.standardFile
        var ofFile: String?
        if ofHub == nil, isMachines, FileManager.default.fileExists(atPath: file) {
            ofFile = try OperatorConfiguration.load(file, site: nil, hub: nil, variables: environment.variables)[
                CommonSettings.site
            ]
        }
        guard let known = ofHub ?? ofFile, let given, known != given else {
            return try ofHub ?? ofFile ?? HubSettings.read(layout)?.site
        }
        throw CommandFailure(
            "conflict",
            message: ofHub == nil
                ? "\(file) names the site '\(known)': leave --site out, or change it there first"
                : "the hub here belongs to the site '\(known)': leave --site out, or use another --state",
            exitCode: ExitCodes.input
        )
    }
}

/// Creates a site in a state directory, as the directory's owner.
struct SiteMaking {
    let layout: HubLayout
    /// Whether the machine only serves hubs.
    let isServerOnly: Bool
    /// Another site's key; nil creates a new one.
    var key: SiteKey?

    /// Creates the authority, and records the machine's part for its next start.
    ///
    /// - Throws: `SiteError` `exists`, `files`, `HubRunnerError`.
    func make(_ record: SiteRecord) async throws -> Site {
        try await StateOwner.working(in: layout.state) {
            try PrivateFile.makeDirectory(layout.state)
            try takeKey()
            let made = try Site.make(record, files: SiteFiles(state: layout.state), now: Date())
            var settings = try HubSettings.read(layout) ?? HubSettings()
            settings.site = record.site
            if isServerOnly { settings.part = .site }
            try settings.write(layout)
            return made
        }
    }
}

extension SiteMaking {
    /// Takes the other site's key before this one names or seals anything.
    private func takeKey() throws {
        guard let key else { return }
        guard FileManager.default.fileExists(atPath: layout.siteKey) else {
            return try PrivateFile.replace(layout.siteKey, bytes: key.bytesForHubs)
        }
        let own = try SiteKey.load(layout.siteKey, createIfMissing: false)
        guard own.bytesForHubs == key.bytesForHubs else {
            throw CommandFailure(
                "conflict",
                message:
                    "\(layout.siteKey) exists already and is a different key: device names and sealed tokens depend on it",
                exitCode: ExitCodes.input
            )
        }
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
        let (site, hubs) = try await server.withSite(environment) { site, _ in (site, try site.hubs()) }
        guard !json else { return try environment.json(site.record) }
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
