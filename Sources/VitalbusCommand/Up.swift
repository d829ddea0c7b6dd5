internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus

/// The command `vitalbus up`.
struct Up: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a whole hub in this terminal: broker, actors and a live table. Ctrl-C stops everything.",
        discussion: """
            Without a broker in the configuration file a private one is started (mosquitto must be installed). State, keys \
            and logs are kept in the state directory; a second start goes on where the first one stopped.
            """
    )

    @Option(help: ArgumentHelp("How many uploaders run.", valueName: "n")) var uploaders = 1
    @Option(
        help: ArgumentHelp(
            "How many OCR workers run. Default: one where --set has something for ocr-worker, else none.",
            valueName: "n"
        )
    )
    var ocrWorkers: Int?
    @Option(help: ArgumentHelp("Where state, keys and logs are kept.", valueName: "dir")) var state: String?
    @Option(help: ArgumentHelp("The site's id. Default: that of the last start, else 'home'.", valueName: "id"))
    var site: String?
    @Option(help: ArgumentHelp("The hub's id. Default: that of the last start, else 'hub-1'.", valueName: "id"))
    var hub: String?
    @Option(
        help: ArgumentHelp(
            "A seat that the hub measures; may be repeated. Default: one named like the hub.",
            valueName: "id"
        )
    )
    var seat: [String] = []
    @Option(help: ArgumentHelp("A configuration file for all actors.", valueName: "file")) var config: String?
    @Option(help: ArgumentHelp("The D-Bus address of BlueZ. Default: the system bus.", valueName: "address"))
    var busAddress: String?
    @Option(help: ArgumentHelp("The base URL of the Inform API.", valueName: "url")) var informURL: String?
    @Option(help: ArgumentHelp("The base URL of the legacy API.", valueName: "url")) var legacyURL: String?
    @Option(help: ArgumentHelp("The folder of the actors' programs. Default: that of this one.", valueName: "dir"))
    var executables: String?
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("A setting of one actor; may be repeated.", valueName: "actor:key=value")
    )
    var settings: [String] = []
    @Flag(help: "Let measured values stand in events, so that the table shows them.") var shareValues = false
    @Flag(help: "Print one line per change, also on a terminal.") var noTable = false

    func validate() throws {
        guard (1...HubPlan.uploaderLimit).contains(uploaders) else {
            throw ValidationError("--uploaders goes from 1 to \(HubPlan.uploaderLimit).")
        }
        guard (0...HubPlan.readerLimit).contains(ocrWorkers ?? 0) else {
            throw ValidationError("--ocr-workers goes from 0 to \(HubPlan.readerLimit).")
        }
        _ = try parsedSettings()
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let plan = try plan(environment)
        let target = try target(plan, environment)
        environment.err("state and logs in \(plan.layout.state) (logs in \(plan.layout.logs))")
        let screen = LiveScreen(mayRedraw: !noTable, environment: environment.variables)
        try await HubRun(plan, screen: screen).run(target) { _ in try await Forever.wait() }
    }

    /// The plan that the options and the configuration make.
    func plan(_ environment: CommandEnvironment) throws -> HubPlan {
        let values = try configured(environment)
        let directory =
            try state ?? values?.stringIfSet("state.directory") ?? HubPlace.standardState(environment.variables)
        let absolute = URL(filePath: directory).standardizedFileURL.path
        let last = try HubRecord.read(HubLayout(absolute))
        var plan = try HubPlan(
            site: Self.place("site", site, values) ?? last?.site ?? Self.site,
            hub: Self.place("hub", hub, values) ?? last?.hub ?? Self.hub,
            seats: seat,
            stateDirectory: absolute,
            executables: executables ?? ProgramFolder.path
        )
        plan.uploaders = uploaders
        plan.configurationFile = file(environment)
        plan.broker = values.map(OperatorConfiguration.namesBroker) ?? false ? .configured : .own
        plan.dbusAddress = busAddress
        plan.informURL = informURL
        plan.legacyURL = legacyURL
        plan.sharesValues = shareValues
        plan.settings = try parsedSettings()
        plan.ocrWorkers = ocrWorkers ?? (plan.settings[BusRole.ocrWorker.rawValue] == nil ? 0 : 1)
        return plan
    }

    private func target(_ plan: HubPlan, _ environment: CommandEnvironment) throws -> HubConnection.Target {
        guard plan.broker == .configured, let values = try configured(environment) else {
            return try HubRun.target(plan)
        }
        let address = try BusAddress(
            site: plan.site,
            hub: plan.hub,
            actor: "vitalbus",
            instance: HubLayout.shellInstance
        )
        return try OperatorConfiguration.target(values, address)
    }

    private func file(_ environment: CommandEnvironment) -> String? {
        config ?? environment.variables["VITALBUS_CONFIG"]
            ?? (FileManager.default.fileExists(atPath: HubPlace.standardFile) ? HubPlace.standardFile : nil)
    }

    private func configured(_ environment: CommandEnvironment) throws -> ActorConfiguration? {
        guard let file = file(environment) else { return nil }
        let variables = environment.variables
        let values = try OperatorConfiguration.load(
            file,
            site: site,
            hub: hub,
            variables: variables,
            fallbacks: ["site": Self.site, "hub": Self.hub]
        )
        guard OperatorConfiguration.namesBroker(values) else { return values }
        // At a broker of the operator's own nobody guesses which site and hub this is.
        return try OperatorConfiguration.load(file, site: site, hub: hub, variables: variables)
    }

    private static let (site, hub) = ("home", "hub-1")

    /// A place's name as it was given; nil where nobody gave one.
    private static func place(_ key: String, _ flag: String?, _ values: ActorConfiguration?) throws -> String? {
        guard flag == nil, let values, OperatorConfiguration.isNamed(key, values) else { return flag }
        return try values.stringIfSet(key)
    }

    func parsedSettings() throws -> [String: [String: String]] {
        var parsed: [String: [String: String]] = [:]
        for text in settings {
            guard let colon = text.firstIndex(of: ":"), let equals = text[colon...].firstIndex(of: "="),
                text.index(after: colon) < equals, colon != text.startIndex
            else {
                throw ValidationError("--set needs actor:key=value, for example --set uploader:concurrency=8.")
            }
            let key = String(text[text.index(after: colon)..<equals])
            parsed[String(text[..<colon]), default: [:]][key] = String(text[text.index(after: equals)...])
        }
        return parsed
    }
}
