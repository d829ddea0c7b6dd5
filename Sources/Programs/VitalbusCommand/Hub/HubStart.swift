internal import ActorRuntime
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteAuthority
internal import SiteRecords

/// The settings of a hub's start: flags override those of earlier starts, which override the configuration file.
struct HubStart {
    /// The location of the hub's files.
    let layout: HubLayout
    /// The settings for the next start.
    private(set) var settings: HubSettings
    /// Whether no hub was started or set up here before.
    let isFirst: Bool
    /// The flags of earlier starts that are reused.
    let resumed: [String]
    /// The configuration file, if there is one.
    let file: StartFile
    /// The file's values for the operator's program; nil without a file.
    let values: ActorConfiguration?
    private let sections: ConfigurationSections?

    private static let (site, hub) = ("home", "hub-1")

    /// Reads the existing settings.
    ///
    /// - Parameters:
    ///   - given: The flags.
    ///   - state: The state directory, if named.
    ///   - forgets: Whether the flags of earlier starts are ignored.
    /// - Throws: `RuntimeError` for an invalid file, `HubRunnerError` for damaged settings.
    init(
        _ given: HubSettings,
        state: String?,
        forgets: Bool = false,
        environment: CommandEnvironment
    ) throws {
        let variables = environment.variables
        let first = HubLayout(Self.absolute(state ?? HubPlace.standardState(variables)))
        var last = try HubSettings.read(first)
        let kept = (forgets ? HubSettings() : last ?? HubSettings()).updated(by: given)
        let named = given.config ?? variables["VITALBUS_CONFIG"] ?? kept.config
        file = StartFile(named: named, layout: first) { FileManager.default.fileExists(atPath: $0) }
        values = try file.path.map { try Self.configured($0, settings: kept, variables: variables) }
        let folder = try state ?? values?[CommonSettings.stateDirectory] ?? first.state
        layout = HubLayout(Self.absolute(folder))
        if layout != first { last = try HubSettings.read(layout) }
        isFirst = last == nil && file.path == nil
        settings = (forgets ? HubSettings() : last ?? HubSettings()).updated(by: given)
        resumed = settings.flags.filter { !given.flags.contains($0) }
        sections = try file.path.map { try ConfigurationSections($0, actors: OperatorConfiguration.sections) }
    }

    private static func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    private static func configured(
        _ file: String,
        settings: HubSettings,
        variables: [String: String]
    ) throws -> ActorConfiguration {
        let values = try OperatorConfiguration.load(
            file,
            site: settings.site,
            hub: settings.hub,
            variables: variables,
            fallbacks: ["site": site, "hub": hub]
        )
        guard OperatorConfiguration.namesBroker(values) else { return values }
        // Site and hub are not guessed at the operator's own broker.
        return try OperatorConfiguration.load(file, site: settings.site, hub: settings.hub, variables: variables)
    }

    /// Whether a destination of records is set.
    var hasDestination: Bool {
        let places = CloudAPI.known.map { CommonSettings.baseURL(of: $0.rawValue) }
        return settings.informURL != nil || settings.legacyURL != nil || settings.fhirURL != nil
            || (places + [CommonSettings.recordFolder]).contains(where: isSet)
    }

    /// Whether the uploader's section of the configuration, or an option, sets a destination.
    private func isSet(_ place: Setting<String?>) -> Bool {
        settings.settings?[BusRole.uploader.rawValue]?[place.key.name] != nil
            || sections?.texts(place, of: BusRole.uploader.rawValue) != nil
    }

    /// Whether it is the demo's hub, which sends nothing to a server.
    var isDemo: Bool { settings.site == Demo.site }

    /// Sets the destination entered by a person.
    mutating func take(informURL url: String) { settings.informURL = url }

    /// The record of the last start; a truncated one is rebuilt if the hub's own folders reveal its ids.
    ///
    /// - Throws: `HubRunnerError` for a truncated one whose ids are unknown.
    private func record() throws -> HubRecord? {
        do {
            return try HubRecord.read(layout)
        } catch {
            let hub = try settings.hub ?? place(CommonSettings.hub) ?? Self.hub
            // Absent is nil: the earlier error is thrown below.
            let names = (try? FileManager.default.contentsOfDirectory(atPath: layout.state)) ?? []
            guard names.contains(where: { $0.hasPrefix("\(hub).") }) else { throw error }
            return nil
        }
    }

    /// The plan of the hub.
    ///
    /// - Throws: `HubRunnerError` `invalidPlan`, ``CommandFailure`` for contradictory settings.
    func plan(executables: String) throws -> HubPlan {
        let last = try record()
        guard !Membership(state: layout.state).isLeaving else { throw Self.leaving }
        let member = try Membership(state: layout.state).record()
        let server = member == nil ? try Site(SiteFiles(state: layout.state)) : nil
        let manager = BusRole.sessionManager.rawValue
        var plan = try HubPlan(
            site: member?.site ?? settings.site ?? place(CommonSettings.site) ?? last?.site ?? server?.record.site
                ?? Self.site,
            hub: member?.hub ?? settings.hub ?? place(CommonSettings.hub) ?? last?.hub ?? Self.hub,
            seats: member?.seats ?? settings.seats ?? sections?.texts(CommonSettings.seats, of: manager) ?? [],
            part: member == nil ? settings.part ?? .whole : .hub,
            stateDirectory: layout.state,
            executables: executables
        )
        let isSoloInFile = sections?.texts(CommonSettings.soloSeat, of: manager) == ["true"]
        plan.isSolo = settings.solo ?? isSoloInFile
        plan.settings = settings.settings ?? [:]
        if isSoloInFile, !plan.isSolo {
            plan.settings[manager, default: [:]][CommonSettings.soloSeat.key.name] = "false"
        }
        plan.server = server
        plan.uploaders = try settings.uploaders ?? values?[\OperatorConfiguration.Keys.uploaders] ?? 1
        plan.ocrWorkers = try settings.ocrWorkers ?? values?[\OperatorConfiguration.Keys.ocrWorkers] ?? wantedReaders
        plan.hasRadio =
            try settings.radio ?? values.map { try $0[\OperatorConfiguration.Keys.radio] != HubSettings.nothing }
            ?? true
        plan.configurationFile = file.path
        plan.broker = values.map(OperatorConfiguration.namesBroker) ?? false ? .configured : .own
        if let member { plan.broker = member.ownBroker == true ? .linked(member) : .joined(member) }
        plan.brokerQueue = try values?[\OperatorConfiguration.Keys.brokerQueue] ?? plan.brokerQueue
        plan.isBrokerPersistent = server != nil
        plan.dbusAddress = settings.busAddress
        plan.informURL = settings.informURL
        plan.legacyURL = settings.legacyURL
        plan.fhirURL = settings.fhirURL
        if !isSet(CommonSettings.recordFolder) { plan.recordFolder = "\(layout.state)/records" }
        plan.sharesValues = try settings.shareValues ?? values?[\OperatorConfiguration.Keys.sharesValues] ?? false
        let own = settings.settings ?? [:]
        plan.sharesSomeValues = sharesSomeValues
        let prefix = CommonSettings.discoveryPrefix.key.name
        plan.discoveryPrefix =
            own[BusRole.homeAssistant.rawValue]?[prefix].flatMap(OperatorConfiguration.discoveryPrefix)
            ?? sections.flatMap(OperatorConfiguration.discoveryPrefix) ?? plan.discoveryPrefix
        if plan.broker == .own { plan.access = ServedAccess(state: layout.state) }
        if plan.part != .hub {
            let page = try settings.page ?? values?[\OperatorConfiguration.Keys.page] ?? PageEntry.standardAddress
            plan.page = page == HubSettings.nothing ? nil : page
            plan.homeAssistant =
                try settings.homeAssistant ?? values?[\OperatorConfiguration.Keys.homeAssistant] ?? false
        }
        plan.memory = settings
        try check(plan, member: member)
        return plan
    }

    private static let leaving = CommandFailure(
        "conflict",
        message: "'vitalbus leave' was interrupted here: repeat it first",
        exitCode: ExitCodes.configuration
    )

    private var sharesSomeValues: Bool {
        let own = settings.settings ?? [:]
        return sections.map(OperatorConfiguration.sharesValues) ?? false
            || own.values.contains { $0["share-values"] == "true" || $0[CommonSettings.sharedSeats.key.name] != nil }
    }

    private var wantedReaders: Int { settings.settings?[BusRole.ocrWorker.rawValue] == nil ? 0 : 1 }

    private func check(_ plan: HubPlan, member: MembershipRecord?) throws {
        for (flag, given, known) in [("--site", settings.site, plan.site), ("--hub", settings.hub, plan.hub)] {
            guard member != nil, let given, given != known else { continue }
            throw CommandFailure(
                "conflict",
                message:
                    "\(flag) is '\(given)', but this machine has joined as '\(known)': leave the flag out, or use another "
                    + "--state",
                exitCode: ExitCodes.usage
            )
        }
        guard plan.server.map({ $0.record.site == plan.site }) ?? true else {
            throw CommandFailure(
                "conflict",
                message:
                    "the site here is '\(plan.server?.record.site ?? "")', not '\(plan.site)': leave --site out, or use another "
                    + "--state",
                exitCode: ExitCodes.usage
            )
        }
        try OwnNames.check(plan)
        guard !plan.isSolo || plan.seats.count == 1 else {
            throw CommandFailure(
                "invalidArgument",
                message: "the hub is for one person only (solo), but has the seats "
                    + "\(plan.seats.joined(separator: ", ")): give --no-solo, or one --seat",
                exitCode: ExitCodes.usage
            )
        }
    }

    /// A text of the file; nil if it is not set.
    private func place(_ setting: Setting<String>) throws -> String? {
        guard let values, values.isSet(setting) else { return nil }
        return try values[setting]
    }
}
