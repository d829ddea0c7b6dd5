public import ActorRuntime
public import BusContract
internal import MessageBus
public import SiteAuthority

/// What a whole hub on one machine consists of; pure: the child processes follow from it.
public struct HubPlan: Sendable, Hashable {
    /// Where the broker is.
    public enum Broker: Sendable, Hashable {
        /// A private one is started, with an account for every process of the plan.
        case own
        /// The configuration file names one.
        case configured
        /// The site's, which this hub has joined.
        case joined(MembershipRecord)
        /// A private one that is linked to the site's, which this hub has joined.
        case linked(MembershipRecord)

        /// The site that the hub has joined; nil where it has joined none.
        public var member: MembershipRecord? {
            switch self {
            case .own, .configured: nil
            case .joined(let record), .linked(let record): record
            }
        }

        /// Whether a private one is started.
        public var isPrivate: Bool {
            switch self {
            case .own, .linked: true
            case .configured, .joined: false
            }
        }
    }

    /// Which of a site's processes run here.
    public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
        /// All: one machine.
        case whole
        /// Those of the site: the server of hubs that run elsewhere.
        case site
        /// Those of a hub, which has joined a site.
        case hub
    }

    /// The most uploaders of a hub.
    public static let uploaderLimit = 32

    /// The most bytes of all seats' names: they are one argument of a program, of which Linux takes 131,071 (`MAX_ARG_STRLEN`).
    static let seatBytesLimit = 130_000

    /// The most OCR workers of a hub.
    public static let readerLimit = 8

    /// The processes that have settings of their own.
    public static let configurable: [String] = [
        BusRole.sessionManager, .registrar, .page, .homeAssistant, .uploader, .healthImporter, .ocrWorker,
        .deviceReader, .bleScanner,
    ].map(\.rawValue)

    /// The site's id.
    public let site: String
    /// The hub's id.
    public let hub: String
    /// Whom the hub measures; one named like the hub by default.
    public let seats: [String]
    /// Where everything is kept.
    public let layout: HubLayout
    /// The folder of the actors' executables.
    public var executables: String
    /// How many uploaders run, 1 to ``uploaderLimit``.
    public var uploaders = 1
    /// How many photos the OCR worker reads at a time, up to ``readerLimit``; 0 for no worker.
    public var ocrWorkers = 0
    /// Where browsers reach the page, `HOST:PORT`; nil for no page.
    public var page: String?
    /// Whether Home Assistant is shown the site.
    public var homeAssistant = false
    /// Where the broker is.
    public var broker = Broker.own
    /// Which of the site's processes run here.
    public let part: Part
    /// The site whose server this is; nil for a hub of one machine, and for a hub of a site.
    public var server: Site?
    /// The processes of hubs that have joined: the broker knows them by their certificates.
    public private(set) var remotes: [Roster.Member] = []
    /// The accounts that people made for programs, and for themselves on other machines; nil where the broker is not this hub's.
    public var access: Access?
    /// Those accounts, by who they are on the bus.
    public internal(set) var invited: [Roster.Member: AccessAccount] = [:]
    /// Whether the private broker keeps retained values on disk, as a site's own broker does.
    public var isBrokerPersistent = false
    /// The most messages that wait in the private broker for one process, or for the link to the site's.
    public var brokerQueue = 50_000
    /// The most messages that may wait in the private broker; Mosquitto 2.0.11 corrupts its queues over 65,535.
    public static let brokerQueueLimit = 65_000
    /// A configuration file for every actor.
    public var configurationFile: String?
    /// The D-Bus address of BlueZ; nil for the system bus.
    public var dbusAddress: String?
    /// The base URL of the Inform API; nil leaves it to the configuration file.
    public var informURL: String?
    /// The base URL of the legacy API; nil leaves it to the configuration file.
    public var legacyURL: String?
    /// The base URL of a FHIR server; nil leaves it to the configuration file.
    public var fhirURL: String?
    /// Where records of sessions without an account are written to files; nil leaves it to the configuration file.
    public var recordFolder: String?
    /// Whether the hub has a radio; without one neither scanner nor reader start.
    public var hasRadio = true
    /// Whether the hub is only ever one person's, so that its readings need no assignment.
    public var isSolo = false
    /// Whether measured values may stand in events, so that the table can show them.
    public var sharesValues = false
    /// Where Home Assistant looks for devices: what its account and its process may follows from it.
    public var discoveryPrefix = HomeAssistantTopics.standardPrefix
    /// Whether an actor's own configuration lets values stand in events, whatever ``sharesValues`` says.
    public var sharesSomeValues = false
    /// More configuration, by actor and key; wins over what the plan sets itself.
    public var settings: [String: [String: String]] = [:]

    /// What the next start goes on with; nil leaves what is kept as it is.
    public var memory: HubSettings?

    /// Processes beside the plan's own that the private broker knows, for example another hub's.
    public var guests: [Roster.Member] = []

    /// Makes a plan.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan` for an id with other characters than `[a-z0-9-]`, a seat that stands
    ///   twice, or the hub name `site`, which is reserved.
    public init(
        site: String,
        hub: String,
        seats: [String] = [],
        part: Part = .whole,
        stateDirectory: String,
        executables: String
    ) throws(HubRunnerError) {
        // The server of a site is no hub: it has no seats, and commands there are the site's.
        let hub = part == .site ? BusAddress.siteHub : hub
        let seats = part == .site ? [] : seats.isEmpty ? [hub] : seats
        do {
            for (name, value) in [("site", site), ("hub", hub)] + seats.map({ ("seat", $0) }) {
                try BusAddress.check(value, as: name)
            }
        } catch {
            throw HubRunnerError(.invalidPlan, message: (error as? BusError)?.message ?? "\(error)")
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

    /// Every process that the broker knows.
    ///
    /// Uploaders are known up to ``uploaderLimit``, however many the plan starts: more can be started and stopped at any time
    /// beside a running hub.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan` when there are too many uploaders or photos at a time, or no uploader.
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

    /// Who is reached over the link to the site: what may cross it follows from them.
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

    /// Whether a member runs at the private broker, not beyond the link to the site.
    func isHere(_ member: Roster.Member) -> Bool {
        guard case .linked = broker else { return true }
        return member.address.hub == hub
    }

    /// The plan with what commands of other processes have changed: the hubs that belong to the site, where its server is.
    ///
    /// - Throws: ``HubRunnerError`` `files`.
    public func ofNow() throws(HubRunnerError) -> HubPlan {
        var plan = self
        do {
            if let server { plan.remotes = try server.members() }
            plan.invited = try plan.invitedMembers()
            guard broker.member != nil, let record = try Membership(state: layout.state).record() else { return plan }
            // Another broker is for the next start.
            if case .linked = broker { plan.broker = .linked(record) } else { plan.broker = .joined(record) }
        } catch {
            throw HubRunnerError(.files, message: error.message, errno: error.errno)
        }
        return plan
    }

    /// One of the uploaders that the broker knows, from 1 to ``uploaderLimit``.
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
    /// The child processes in the order of their start: the site's actors, importer and OCR, then the hub's radio.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan`.
    public func children() throws(HubRunnerError) -> [ChildSpec] {
        let radio: [BusRole] = hasRadio ? [.deviceReader, .bleScanner] : []
        let order: [BusRole] =
            [.sessionManager, .registrar, .page, .homeAssistant, .uploader, .healthImporter, .ocrWorker] + radio
        // First, because it checks their number.
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
    ///   - program: The executable's name; that of its actor when nil.
    ///   - settings: All configuration beside the common one; the plan's for its actor when nil.
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
        let file = configurationFile.map { ["--config", $0] } ?? []
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
            // The hub stops its processes one after the other and has 10 s for all.
            "drain.timeout": "4s",
        ]
        switch broker {
        case .configured: break
        case .own, .linked:
            values["bus.socket"] = layout.socket
            values["bus.password-file"] = layout.password(member.address)
        case .joined(let record):
            // They would find all that in the membership themselves; so other addresses start them anew.
            let membership = Membership(state: layout.state)
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
            // One is the default, which a configuration file may change.
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
