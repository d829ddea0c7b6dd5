public import ActorRuntime
public import BusContract
internal import MessageBus
public import SiteRecords

/// The parts of a whole hub on one machine, from which its child processes follow; a pure value.
public struct HubPlan: Sendable, Hashable {
    /// The broker that the hub uses.
    public enum Broker: Sendable, Hashable {
        /// The hub's private broker, with an account for every process of the plan.
        case own
        /// The broker named in the configuration file.
        case configured
        /// The broker of the site that this hub has joined.
        case joined(MembershipRecord)
        /// A private broker linked to that of the site that this hub has joined.
        case linked(MembershipRecord)

        /// The site that the hub has joined; nil if it has joined none.
        public var member: MembershipRecord? {
            switch self {
            case .own, .configured: nil
            case .joined(let record), .linked(let record): record
            }
        }

        /// Whether the hub starts a private broker.
        public var isPrivate: Bool {
            switch self {
            case .own, .linked: true
            case .configured, .joined: false
            }
        }
    }

    /// The part of a site's processes that runs here.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        /// All processes, on one machine.
        case whole
        /// Those of the site, for the server of hubs on other machines.
        case site
        /// The processes of a hub that has joined a site.
        case hub
    }

    /// The largest number of uploaders of a hub.
    public static let uploaderLimit = 32

    /// The size limit of all seats' names in bytes: they are one argument of a program, which Linux limits to 131,071
    /// (`MAX_ARG_STRLEN`).
    static let seatBytesLimit = 130_000

    /// The largest number of OCR workers of a hub.
    public static let readerLimit = 8

    /// The processes with configurable settings.
    public static let configurable: [String] = [
        BusRole.sessionManager, .registrar, .page, .homeAssistant, .uploader, .healthImporter, .ocrWorker,
        .deviceReader, .bleScanner,
    ].map(\.rawValue)

    /// The site's id.
    public let site: String
    /// The hub's id.
    public let hub: String
    /// The seats that the hub measures; by default one named like the hub.
    public let seats: [String]
    /// The hub's files.
    public let layout: HubLayout
    /// The folder of the actors' executables.
    public var executables: String
    /// The number of uploaders, 1 to ``uploaderLimit``.
    public var uploaders = 1
    /// The number of photos that the OCR worker reads concurrently, up to ``readerLimit``; 0 for no worker.
    public var ocrWorkers = 0
    /// The page's address, `HOST:PORT`; nil for no page.
    public var page: String?
    /// Whether to publish the site for Home Assistant.
    public var homeAssistant = false
    /// The broker that the hub uses.
    public var broker = Broker.own
    /// The part of the site's processes that runs here.
    public let part: Part
    /// The site whose server this is; nil for a hub on one machine, and for a joined hub.
    public var server: Site?
    /// The processes of joined hubs, which the broker identifies by their certificates.
    public private(set) var remotes: [Roster.Member] = []
    /// The accounts that people created for programs, and for themselves on other machines; nil if the hub runs no
    /// private broker.
    public var access: ServedAccess?
    /// Those accounts by their identity on the bus.
    public internal(set) var invited: [Roster.Member: AccessAccount] = [:]
    /// Whether the private broker keeps retained values on disk, as a site's broker does.
    public var isBrokerPersistent = false
    /// The limit of messages queued in the private broker for one process, or for the link to the site's.
    public var brokerQueue = 50_000
    /// The largest allowed queue of the private broker, because Mosquitto 2.0.11 corrupts its queues over 65,535
    /// messages.
    public static let brokerQueueLimit = 65_000
    /// A configuration file for every actor.
    public var configurationFile: String?
    /// The D-Bus address of BlueZ; nil for the system bus.
    public var dbusAddress: String?
    /// The base URL of the Inform API; nil uses the configuration file's.
    public var informURL: String?
    /// The base URL of the legacy API; nil uses the configuration file's.
    public var legacyURL: String?
    /// The base URL of a FHIR server; nil uses the configuration file's.
    public var fhirURL: String?
    /// The folder for records of sessions without an account; nil uses the configuration file's.
    public var recordFolder: String?
    /// Whether the hub has a radio; without one, neither scanner nor reader starts.
    public var hasRadio = true
    /// Whether the hub serves only one person, so that its readings need no assignment.
    public var isSolo = false
    /// Whether measured values may appear in events, so that the table can show them.
    public var sharesValues = false
    /// Home Assistant's discovery prefix, on which the rights of its account and process depend.
    public var discoveryPrefix = HomeAssistantTopics.standardPrefix
    /// Whether an actor's own configuration allows values in events, whatever ``sharesValues`` is.
    public var sharesSomeValues = false
    /// More configuration, by actor and key; it overrides the plan's own.
    public var settings: [String: [String: String]] = [:]

    /// The settings to store for the next start; nil leaves the stored ones unchanged.
    public var memory: HubSettings?

    /// Processes in addition to the plan's own that the private broker knows, for example another hub's.
    public var guests: [Roster.Member] = []

    /// Creates a plan.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan` for an id with characters other than `[a-z0-9-]`, a duplicate seat,
    ///   or the reserved hub name `site`.
    public init(
        site: String,
        hub: String,
        seats: [String] = [],
        part: Part = .whole,
        stateDirectory: String,
        executables: String
    ) throws(HubRunnerError) {
        // A site's server is not a hub: it has no seats, and its commands concern the site.
        let hub = part == .site ? BusAddress.siteHub : hub
        let seats = part == .site ? [] : seats.isEmpty ? [hub] : seats
        do {
            for (name, value) in [("site", site), ("hub", hub)] + seats.map({ ("seat", $0) }) {
                try BusAddress.check(value, as: name)
            }
        } catch {
            throw HubRunnerError(.invalidPlan, message: error.plainWords)
        }
        guard hub != BusAddress.siteHub || part == .site else {
            throw HubRunnerError(
                .invalidPlan,
                message: "the hub name 'site' is reserved: use, for example, the room's name"
            )
        }
        guard Set(seats).count == seats.count else {
            throw HubRunnerError(.invalidPlan, message: "a seat occurs twice in \(seats.joined(separator: ", "))")
        }
        self.site = site
        self.hub = hub
        self.seats = seats
        self.executables = executables
        self.part = part
        layout = HubLayout(stateDirectory)
    }

    /// Every process that the broker admits.
    ///
    /// It always includes ``uploaderLimit`` uploaders, so that more can be started and stopped next to a running hub.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan` for too many uploaders or concurrent photos, or no uploader.
    public func roster() throws(HubRunnerError) -> Roster {
        guard (1...Self.uploaderLimit).contains(uploaders) else {
            throw HubRunnerError(.invalidPlan, message: "\(uploaders) uploaders: use 1 to \(Self.uploaderLimit)")
        }
        guard (0...Self.readerLimit).contains(ocrWorkers) else {
            throw HubRunnerError(.invalidPlan, message: "\(ocrWorkers) photos at a time: use 0 to \(Self.readerLimit)")
        }
        var members = try hubMembers()
        if part != .hub {
            members.append(try member(.sessionManager, hub: BusAddress.siteHub, instance: "main"))
            if server != nil { members.append(try member(.registrar, hub: BusAddress.siteHub, instance: "main")) }
            members.append(try member(.page, hub: BusAddress.siteHub, instance: "main"))
            members.append(try member(.homeAssistant, hub: BusAddress.siteHub, instance: "main"))
            for number in 1...Self.uploaderLimit { members.append(try uploader(number)) }
        }
        if case .linked(let record) = broker { members += try beyond(record) }
        return Roster(
            members + guests + remotes + invited.keys.sorted { $0.address.principal < $1.address.principal },
            discoveryPrefix: discoveryPrefix
        )
    }

    private func hubMembers() throws(HubRunnerError) -> [Roster.Member] {
        do {
            let all = try HubMembers.processes(site: site, hub: hub)
            return part == .site ? all.filter { $0.role == .vitalbus } : all
        } catch {
            throw HubRunnerError(.invalidPlan, message: error.message)
        }
    }

    /// The members reached over the link to the site, which determine the topics that may cross it.
    private func beyond(_ record: MembershipRecord) throws(HubRunnerError) -> [Roster.Member] {
        var members = [try member(.sessionManager, hub: BusAddress.siteHub, instance: "main")]
        members.append(try member(.registrar, hub: BusAddress.siteHub, instance: "main"))
        members.append(try member(.page, hub: BusAddress.siteHub, instance: "main"))
        members.append(try member(.homeAssistant, hub: BusAddress.siteHub, instance: "main"))
        for number in 1...Self.uploaderLimit { members.append(try uploader(number)) }
        for other in Set([BusAddress.siteHub] + (record.peers ?? [])).subtracting([hub]).sorted() {
            if other != BusAddress.siteHub { members.append(try member(.deviceReader, hub: other, instance: "main")) }
            for instance in [HubLayout.shellInstance, HubLayout.tableInstance] {
                members.append(try member(.vitalbus, hub: other, instance: instance))
            }
        }
        return members
    }

    /// Whether a member runs at the private broker, and not across the link to the site.
    func isHere(_ member: Roster.Member) -> Bool {
        guard case .linked = broker else { return true }
        return member.address.hub == hub
    }

    /// The plan updated with the changes of other processes' commands, such as the site's present hubs.
    ///
    /// - Throws: ``HubRunnerError`` `files`.
    public func ofNow() throws(HubRunnerError) -> HubPlan {
        var plan = self
        do {
            if let server { plan.remotes = try server.members() }
            plan.invited = try plan.invitedMembers()
        } catch {
            throw HubRunnerError(.files, message: error.message, errno: error.errno)
        }
        guard broker.member != nil, let record = try joinedRecord() else { return plan }
        // A switch to another kind of broker takes effect at the next start.
        if case .linked = broker { plan.broker = .linked(record) } else { plan.broker = .joined(record) }
        return plan
    }

    private func joinedRecord() throws(HubRunnerError) -> MembershipRecord? {
        do {
            return try MembershipFiles(state: layout.state).read()
        } catch {
            throw HubRunnerError(.files, message: error.message, errno: error.errno)
        }
    }

    /// An uploader that the broker knows, from 1 to ``uploaderLimit``.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan`.
    package func uploader(_ number: Int) throws(HubRunnerError) -> Roster.Member {
        try member(.uploader, hub: BusAddress.siteHub, instance: "u\(number)")
    }

    func member(_ role: BusRole, hub: String, instance: String) throws(HubRunnerError) -> Roster.Member {
        do {
            return try HubMembers.member(role, site: site, hub: hub, instance: instance)
        } catch {
            throw HubRunnerError(.invalidPlan, message: error.message)
        }
    }
}

extension HubPlan {
    /// The child processes in order of their start: the site's actors, importer and OCR, then the hub's radio.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan`.
    public func children() throws(HubRunnerError) -> [ChildSpec] {
        let radio: [BusRole] = hasRadio ? [.deviceReader, .bleScanner] : []
        let order: [BusRole] =
            [.sessionManager, .registrar, .page, .homeAssistant, .uploader, .healthImporter, .ocrWorker] + radio
        // Called first, because it checks the number of uploaders.
        let known = try roster().members
        let names = seats.reduce(0) { $0 + $1.utf8.count + 1 }
        guard part == .hub || names <= Self.seatBytesLimit else {
            throw HubRunnerError(
                .invalidPlan,
                message: "the names of all seats have \(names) bytes, over \(Self.seatBytesLimit): create a second site"
            )
        }
        var idle: Set<Roster.Member> = []
        for number in uploaders..<Self.uploaderLimit { idle.insert(try uploader(number + 1)) }
        idle.formUnion(remotes)
        idle.formUnion(invited.keys)
        if ocrWorkers == 0 { idle.formUnion(known.filter { $0.role == .ocrWorker }) }
        if page == nil { idle.formUnion(known.filter { $0.role == .page }) }
        if !homeAssistant { idle.formUnion(known.filter { $0.role == .homeAssistant }) }
        let members = known.filter { !guests.contains($0) && !idle.contains($0) && isHere($0) }
        return order.flatMap { role in members.filter { $0.role == role }.map { child($0) } }
    }

    /// The child process of one member.
    ///
    /// - Parameters:
    ///   - program: The executable's name; nil for the actor's.
    ///   - settings: All configuration in addition to the common one; nil for the plan's.
    package func child(
        _ member: Roster.Member,
        program: String? = nil,
        settings: [String: String]? = nil
    ) -> ChildSpec {
        let actor = member.role.rawValue
        let isRadio = member.role == .bleScanner || member.role == .deviceReader
        let isOneOfMany = member.role == .uploader || member.role == .ocrWorker
        var name = isOneOfMany ? "\(actor)-\(member.address.instance)" : actor
        if guests.contains(member) { name += "-\(member.address.hub)" }
        let own = settings ?? own(member).merging(self.settings[actor] ?? [:]) { $1 }
        let values = common(member).merging(own) { $1 }
        // Without a file the process would read the machine's, which belongs to another hub.
        let file = ["--config", configurationFile ?? ConfigurationSources.noFile]
        let flags = values.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0.key)=\($0.value)"] }
        return ChildSpec(
            name: name,
            role: member.role,
            phase: isRadio ? .radio : .site,
            program: program ?? actor,
            folder: executables,
            arguments: file + flags,
            log: layout.log(name)
        )
    }

    private func common(_ member: Roster.Member) -> [String: String] {
        var values = [
            "site": site, "hub": member.address.hub, "instance": member.address.instance,
            "state.directory": layout.state,
            // The hub stops its processes one after another, and has 10 s for all.
            "drain.timeout": "4s",
        ]
        switch broker {
        case .configured: break
        case .own, .linked:
            values["bus.socket"] = layout.socket
            values["bus.password-file"] = layout.password(member.address)
        case .joined(let record):
            // The processes could read all this from the membership; with flags, the supervisor restarts them for a new
            // address.
            let membership = MembershipFiles(state: layout.state)
            values["bus.host"] = record.addresses.first
            values["bus.port"] = "\(record.brokerPort)"
            values["bus.tls.authority"] = membership.authority
            values["bus.tls.certificate"] = membership.identity(member.address.principal)
            values["bus.tls.key"] = membership.identity(member.address.principal)
            if record.addresses.count > 1 {
                values["bus.other-hosts"] = record.addresses.dropFirst().joined(separator: ",")
            }
        }
        return values
    }

    private func own(_ member: Roster.Member) -> [String: String] {
        var values: [String: String] = [:]
        switch member.role {
        case .bleScanner:
            values["dbus.address"] = dbusAddress
        case .deviceReader:
            values["dbus.address"] = dbusAddress
            if sharesValues { values["share-values"] = "true" }
        case .ocrWorker:
            // One is the default, which a configuration file may override.
            if ocrWorkers > 1 { values["ocr.lanes"] = "\(ocrWorkers)" }
            if sharesValues { values["share-values"] = "true" }
        case .sessionManager:
            values["seats"] = seats.joined(separator: ",")
            if isSolo { values["seat.solo"] = "true" }
            if sharesValues { values["shared-seats"] = "*" }
        case .page:
            values["address"] = page
        case .registrar:
            if part == .whole { values["server-hub"] = hub }
        case .uploader:
            values["destination.inform.base-url"] = informURL
            values["destination.legacy.base-url"] = legacyURL
            values["destination.fhir.base-url"] = fhirURL
            values[CommonSettings.recordFolder.key.name] = recordFolder
        default: break
        }
        return values
    }
}
