internal import ActorRuntime
internal import BusContract
internal import BusEndpoints
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import SiteRecords

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A hub from a command's view: how to reach its bus, and where its files are.
struct HubPlace: Sendable {
    /// The file read by default if it exists.
    static let standardFile = "/etc/vitalbus/vitalbus.yaml"

    /// How to reach the bus.
    let target: HubConnection.Target
    /// The hub's files.
    let layout: HubLayout
    /// The path of the site's key, if it is on this machine.
    let siteKey: String
    /// The hub whose actors receive the requests: this machine's unless another is named.
    let hub: String
    /// The site that this machine serves, if any.
    let server: Site?
    /// The site that this machine has joined, if any.
    var member: MembershipRecord?
    /// The ``HubSource`` that found the hub.
    var foundBy = ""
    /// Whether the hub runs a private broker.
    let hasOwnBroker: Bool
    /// Whether the hub's own start includes an importer: that of a server without a hub does not.
    var startsImporter: Bool { hasOwnBroker && hub == target.address.hub && hub != BusAddress.siteHub }
    /// Whether systemd runs the hub, under a separate user.
    let isService: Bool
    /// Whether the hub has a radio.
    let hasRadio: Bool
    /// Whether the hub only ever serves one person; nil if unknown.
    let isSolo: Bool?

    /// The default state directory, the same as for actors.
    static func standardState(_ variables: [String: String]) -> String { StateDirectory.standard(variables) }

    /// Finds the hub: the first of ``HubSource`` that has one.
    ///
    /// - Throws: ``CommandFailure`` (78) if there is none, (77) if this user may not see it.
    static func find(_ options: HubOptions, in environment: CommandEnvironment) throws -> HubPlace {
        let search = HubSearch(options, in: environment)
        for source in HubSource.all {
            guard var place = try source.find(search) else { continue }
            place.foundBy = source.name
            return place
        }
        throw missing(search.layout.state)
    }

    /// The failure if a state directory has no hub.
    static func missing(_ state: String) -> CommandFailure {
        CommandFailure(
            "configuration",
            message: "no hub in \(state): start one with 'vitalbus up', or name one with --state or --config",
            exitCode: ExitCodes.configuration
        )
    }

    /// The failure if the machine's hub does not run.
    static var stopped: CommandFailure {
        CommandFailure(
            "notConnected",
            message: geteuid() == 0
                ? "this machine's hub is not running, and this machine has not joined a site: 'systemctl start vitalbus.target' or "
                    + "'vitalbus join BUNDLE'"
                : "this machine's hub is not running ('systemctl start vitalbus.target'), or it has joined a site, and its "
                    + "commands need root (sudo vitalbus …)",
            exitCode: ExitCodes.unavailable,
            isRetriable: true
        )
    }

    /// The configuration file used to start a state directory's hub, if it names a broker.
    static func brokerFile(_ layout: HubLayout, variables: [String: String]) throws -> String? {
        let file = try HubSettings.read(layout)?.config ?? layout.configuration
        guard file != HubSettings.nothing, FileManager.default.fileExists(atPath: file) else { return nil }
        let values = try OperatorConfiguration.load(
            file,
            site: nil,
            hub: nil,
            variables: variables,
            fallbacks: ["site": "home", "hub": "hub-1"]
        )
        return OperatorConfiguration.namesBroker(values) ? file : nil
    }

    /// The place of a hub with a private broker.
    ///
    /// - Parameter password: The file that the hub's user shares; nil for the one in the state directory.
    static func own(
        _ record: HubRecord,
        layout: HubLayout,
        options: HubOptions,
        password: String? = nil
    ) throws -> HubPlace {
        let server = try Site(SiteFiles(state: layout.state))
        let own = try BusAddress(
            site: options.site ?? record.site,
            hub: record.hub,
            actor: "vitalbus",
            instance: HubLayout.shellInstance
        )
        return HubPlace(
            target: HubConnection.Target(
                address: own,
                endpoint: .unixSocket(record.socket),
                passwordFile: password ?? layout.password(own),
                sharesPassword: password != nil
            ),
            layout: layout,
            siteKey: layout.siteKey,
            hub: options.hub ?? own.hub,
            server: server,
            hasOwnBroker: true,
            isService: password != nil,
            hasRadio: record.radio ?? true,
            isSolo: record.solo
        )
    }

    /// The place of a hub that has joined a site.
    ///
    /// The hub itself is reached at its private broker if it has one, another hub of the site at the site's broker.
    ///
    /// - Parameter service: Where systemd's hub publishes its record; nil for any other hub.
    static func member(
        _ record: MembershipRecord,
        layout: HubLayout,
        options: HubOptions,
        service: MachineHub?
    ) throws -> HubPlace {
        guard record.ownBroker == true, options.hub ?? record.hub == record.hub else {
            return try atSite(record, layout: layout, hub: options.hub, isService: service != nil)
        }
        let radio = try HubSettings.read(layout)?.radio
        let own = HubRecord(site: record.site, hub: record.hub, socket: layout.socket, radio: radio)
        // A hub that `vitalbus up` runs in the machine's directory has no such record.
        let shown = try service?.record().flatMap { $0.hub == record.hub ? $0 : nil }
        let password = shown == nil ? nil : service?.password
        var place = try self.own(shown ?? own, layout: layout, options: options, password: password)
        place.member = record
        return place
    }

    /// A hub that has joined a site, at the site's broker.
    ///
    /// - Parameter hub: The hub whose actors receive the requests; nil for the joined hub.
    /// - Throws: `BusError`, `HubRunnerError` for damaged settings.
    static func atSite(
        _ record: MembershipRecord,
        layout: HubLayout,
        hub: String? = nil,
        isService: Bool = false
    ) throws -> HubPlace {
        let own = try BusAddress(
            site: record.site,
            hub: record.hub,
            actor: "vitalbus",
            instance: HubLayout.shellInstance
        )
        let settings = try HubSettings.read(layout)
        return HubPlace(
            target: HubConnection.Target(address: own, member: record, of: MembershipFiles(state: layout.state)),
            layout: layout,
            siteKey: layout.siteKey,
            hub: hub ?? own.hub,
            server: nil,
            member: record,
            hasOwnBroker: false,
            isService: isService,
            hasRadio: settings?.radio ?? true,
            isSolo: nil
        )
    }

    static func read(
        _ file: String,
        options: HubOptions,
        in environment: CommandEnvironment
    ) throws -> HubPlace {
        let values = try OperatorConfiguration.load(
            file,
            site: options.site,
            hub: options.hub,
            variables: environment.variables
        )
        let service = MachineHub(environment.variables)
        if !OperatorConfiguration.namesBroker(values), let record = try service.record(),
            try record.hub == values[CommonSettings.hub] || record.hub == BusAddress.siteHub
        {
            let layout = HubLayout(MachinePlace.state(environment.variables))
            return try own(record, layout: layout, options: options, password: service.password)
        }
        let sections = try ConfigurationSections(file, actors: OperatorConfiguration.sections)
        let layout = HubLayout(
            try values[CommonSettings.stateDirectory] ?? options.state ?? standardState(environment.variables)
        )
        let address = try Self.address(values, file: file, options: options, in: environment)
        return HubPlace(
            target: try OperatorConfiguration.target(values, address: address),
            layout: layout,
            siteKey: try values[CommonSettings.siteKeyFile] ?? layout.siteKey,
            hub: options.hub ?? address.hub,
            server: nil,
            hasOwnBroker: false,
            isService: false,
            hasRadio: try values[\OperatorConfiguration.Keys.radio] != HubFlags.Radio.none.rawValue,
            isSolo: sections.texts(CommonSettings.soloSeat, of: BusRole.sessionManager.rawValue) == ["true"]
        )
    }
}

extension HubPlace {
    /// The caller's address according to a file: the hub's command line, or a person with a personal account, who keeps
    /// the file's address whichever hub is selected.
    private static func address(
        _ values: ActorConfiguration,
        file: String,
        options: HubOptions,
        in environment: CommandEnvironment
    ) throws -> BusAddress {
        let isPerson = values.isSet(CommonSettings.instance)
        let place =
            isPerson && options.hub != nil
            ? try OperatorConfiguration.load(file, site: options.site, hub: nil, variables: environment.variables)
            : values
        return try BusAddress(
            site: place[CommonSettings.site],
            hub: place[CommonSettings.hub],
            actor: "vitalbus",
            instance: isPerson ? values[CommonSettings.instance] : HubLayout.shellInstance
        )
    }

    /// The site's key; root reads the key of the hub's user, whom it trusts with the hub.
    ///
    /// - Throws: `RuntimeError` `siteKey`.
    func loadSiteKey() throws -> SiteKey {
        // Absent is nil: without the folder, the key is missing, too.
        let folder = try? FileManager.default.attributesOfItem(atPath: layout.state)
        let owner = (folder?[.ownerAccountID] as? NSNumber)?.uint32Value
        return try SiteKey.load(siteKey, createIfMissing: false, user: isService ? owner : nil)
    }
}
