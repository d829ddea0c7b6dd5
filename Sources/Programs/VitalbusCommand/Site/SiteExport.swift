internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import LocalBroker
internal import MessageBus
internal import SiteAuthority

/// The command `vitalbus site export`.
struct SiteExport: AsyncParsableCommand {
    /// The kind of the external broker.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case mosquitto
        case emqx
        case vernemq
    }

    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export accounts, rights and settings for your own broker, and the hub's configuration for it.",
        discussion: """
            The folder gets the broker's files (with hashed passwords), passwords/ with one password for each hub and program, \
            and a configuration file for each hub. Exporting again into the folder keeps its passwords. The files for Mosquitto \
            are tested on a real one. Those for EMQX and VerneMQ follow their documentation and are untested.
            """
    )

    @Argument(help: "mosquitto, emqx or vernemq.") var kind: Kind
    @Argument(help: ArgumentHelp("The folder; created with mode 0700.", valueName: "dir")) var folder: String
    @Option(
        help: ArgumentHelp("One more hub of the site, in addition to this machine's; may be repeated.", valueName: "id")
    )
    var hub: [String] = []
    @Option(
        help: ArgumentHelp(
            "A program that receives events of all hubs, but no values; may be repeated.",
            valueName: "name"
        )
    )
    var integration: [String] = []
    @Option(help: ArgumentHelp("Where hubs reach the broker.", valueName: "address")) var host = "localhost"
    @Option(help: ArgumentHelp("The broker's port.", valueName: "port")) var port = 1883
    @OptionGroup var options: AccessOptions

    func run() async throws {
        let environment = CommandEnvironment.current
        var plan = try HubStart(HubSettings(), state: options.state, environment: environment)
            .plan(executables: ProgramFolder.path)
        plan.guests = try hub.flatMap { try HubMembers.all(site: plan.site, hub: $0) } + programs(plan)
        let roster = try plan.roster()
        let place = ExportFolder(path: URL(filePath: folder).standardizedFileURL.path)
        try place.prepare()
        let accounts = try roster.members.map { member in
            BrokerAccount(
                username: Self.name(member),
                password: try place.password(of: Self.group(member)),
                rules: roster.rules(for: member)
            )
        }
        let export = BrokerExport(accounts, folder: place.path, port: port)
        for file in try export.files(for: BrokerKind(rawValue: kind.rawValue) ?? .mosquitto) {
            try place.write(file.name, text: file.text, isSecret: file.isSecret)
        }
        for name in [plan.hub] + hub {
            let text = configuration(name, plan: plan, place: place)
            try place.write("\(name).yaml", text: text, isSecret: false)
        }
        environment.out("\(place.path) has \(accounts.count) accounts for \(kind.rawValue)")
        if kind != .mosquitto {
            environment.out(
                "\(kind.rawValue) itself was not tested: at the first start, check that it rejects unknown clients"
            )
        }
        environment.out("next, with the broker running: vitalbus up --config \(place.path)/\(plan.hub).yaml")
    }

    private func programs(_ plan: HubPlan) throws -> [Roster.Member] {
        let shares = plan.sharesValues || plan.sharesSomeValues
        return try integration.map { name in
            try AccessAccount.check(name)
            let address = try BusAddress(
                site: plan.site,
                hub: BusAddress.siteHub,
                actor: BusRole.integration.rawValue,
                instance: name
            )
            let scope = Roster.Scope(hubs: nil, values: [], hearsAllValues: !shares)
            return Roster.Member(address, role: .integration, scope: scope)
        }
    }

    private static func name(_ member: Roster.Member) -> String {
        member.role == .integration ? member.address.instance : member.address.principal
    }

    /// The group of processes that share a password: a section of a configuration file names one password, for all
    /// instances of an actor at a hub.
    private static func group(_ member: Roster.Member) -> String {
        let address = member.address
        return member.role == .integration ? address.instance : "\(address.hub).\(address.actor)"
    }

    private func configuration(_ hub: String, plan: HubPlan, place: ExportFolder) -> String {
        var actors: [BusRole] = [.bleScanner, .deviceReader, .healthImporter, .ocrWorker, .vitalbus]
        if hub == plan.hub { actors += [.sessionManager, .uploader] }
        var lines = ["site: \(plan.site)", "hub: \(hub)", "bus.host: \(host)", "bus.port: \(port)"]
        if !["localhost", "127.0.0.1", "::1"].contains(host) {
            lines.append(
                "# The authority of the broker's certificate; other machines cannot connect without it."
            )
            lines.append("bus.tls.authority: /etc/vitalbus/broker-authority.pem")
        }
        for actor in actors {
            let owner = actor.runsAtSite ? BusAddress.siteHub : hub
            lines += ["\(actor):", "  bus.password-file: \(place.passwords)/\(owner).\(actor)"]
            if actor == .sessionManager { lines.append("  seats: [\(plan.seats.joined(separator: ", "))]") }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The folder of an export.
private struct ExportFolder {
    let path: String
    var passwords: String { "\(path)/passwords" }

    func prepare() throws {
        for folder in [path, passwords] { try PrivateFile.makeDirectory(folder) }
    }

    /// The password of an account, created if it is missing.
    func password(of name: String) throws -> String {
        let file = "\(passwords)/\(name)"
        if FileManager.default.fileExists(atPath: file) {
            return String(decoding: try SecretFile.read(file), as: UTF8.self)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let password = AccessAccount.newPassword()
        try put(file, text: password)
        return password
    }

    func write(_ name: String, text: String, isSecret: Bool) throws {
        try put("\(path)/\(name)", text: text)
        // Readable for all, because the broker may run as another user; the operator gives it the secret files by hand.
        if !isSecret {
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(path)/\(name)")
        }
    }

    private func put(_ file: String, text: String) throws {
        do {
            try PrivateFile.replace(file, bytes: Array(text.utf8))
        } catch {
            throw CommandFailure.cannotWrite(file, error: error, advice: "name another folder")
        }
    }
}
