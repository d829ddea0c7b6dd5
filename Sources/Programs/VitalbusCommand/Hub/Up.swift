internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import BusEndpoints
internal import Foundation
internal import HubRunner
internal import LocalBroker
internal import MessageBus
internal import OperatorConnection
internal import SiteAuthority
internal import SiteRecords

/// The command `vitalbus up`.
struct Up: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a whole hub in this terminal: broker, actors and a live table. Ctrl-C stops everything.",
        discussion: """
            Without a broker in the configuration file it starts a private one; mosquitto must be installed. The state directory \
            keeps state, keys, logs and these flags. The next start uses them again; a given flag replaces its old value. Use 'vitalbus init' to answer questions instead and write a file.

            --demo needs no device and no account. Virtual devices measure three invented people, and their records become \
            files. The demo has its own state directory, whose name ends in -demo.
            """
    )

    @OptionGroup var flags: HubFlags
    @Option(help: ArgumentHelp("The directory for state, keys and logs.", valueName: "dir")) var state: String?
    @Option(
        help: ArgumentHelp(
            "A configuration file for all actors, or none. Default: that of the last start, of 'vitalbus init', or, for "
                + "the hub in /var/lib/vitalbus, /etc/vitalbus/vitalbus.yaml.",
            valueName: "file"
        )
    )
    var config: String?
    @Option(help: ArgumentHelp("The folder of the actors' programs. Default: that of this one.", valueName: "dir"))
    var executables: String?
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp("A setting of one actor; may be repeated.", valueName: "actor:key=value")
    )
    var settings: [String] = []
    @Flag(help: "Ignore the flags of earlier starts.") var forget = false
    @Flag(help: "Print one line per change, also on a terminal.") var noTable = false
    @Flag(help: "Play a demo: three invented people with virtual devices, in a separate folder.") var demo = false

    func validate() throws {
        if demo, state != nil || config != nil || flags.given.flags.count > 0 || !settings.isEmpty || forget {
            throw ValidationError("--demo takes no option but --executables and --no-table: a demo has its own hub.")
        }
        _ = try parsedSettings()
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        var start = try start(environment)
        try Self.askForDestination(&start, in: environment)
        let keeper = LinkKeeper(membership: Membership(state: start.layout.state))
        try await keeper.prefer()
        let plan = try start.plan(executables: executables ?? ProgramFolder.path)
        let target = try target(plan, start: start)
        let hub = Self.hub(plan, start: start, in: environment)
        let screen = LiveScreen(mayRedraw: !noTable, environment: environment.variables)
        let run = HubRun(plan, screen: screen, hub: hub)
        try await HubCheck(plan).run()
        // Taken before anything is renewed, created or deleted, because a running hub uses all of it.
        try await run.supervisor.claim()
        try await Self.renew(plan, in: environment)
        let words = demo ? Demo.words(plan) : Self.words(plan, start: start, hub: hub)
        for line in words + (try Self.takenPorts(plan)) { environment.err(line) }
        if plan.homeAssistant, let access = plan.access?.files {
            // Printed first, because the password is shown only once.
            for line in try AccessPlace(plan: plan, access: access).ensureHomeAssistant() { environment.err(line) }
        }
        let page = try plan.page == nil ? nil : PageEntry(plan.layout, site: plan.site)
        page?.forget()
        try await run.run(target) { connection in
            if let address = try await page?.wait() {
                environment.err("the page (this address works once): \(address)")
            }
            if demo { return try await Demo(connection: connection, hub: plan.hub).play() }
            guard plan.broker.member != nil else { return try await Forever.wait() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                if plan.broker.isPrivate { group.addTask { try await keeper.run(connection) } }
                group.addTask {
                    while true {
                        try await Task.sleep(for: .seconds(3600))
                        try await Self.renew(plan, in: environment)
                    }
                }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    /// Renews due certificates of a hub that belongs to a site; one that cannot be renewed yet works until it expires.
    private static func renew(_ plan: HubPlan, in environment: CommandEnvironment) async throws {
        let membership = Membership(state: plan.layout.state)
        guard plan.broker.member != nil, let record = try membership.record() else { return }
        do {
            try await Renewal.run(membership, record: record)
        } catch {
            guard let failure = CommandFailure(error) else { throw error }
            environment.err("certificates could not be renewed: \(failure.line)")
        }
    }

    /// Combines the flags, the earlier starts and the file.
    func start(_ environment: CommandEnvironment) throws -> HubStart {
        guard !demo else {
            return try HubStart(Demo.settings, state: Demo.state(environment.variables), environment: environment)
        }
        if let config, config != HubSettings.nothing { try InputFile.check(config) }
        var given = flags.given
        given.config = config.map { $0 == HubSettings.nothing ? $0 : URL(filePath: $0).standardizedFileURL.path }
        let own = try parsedSettings()
        given.settings = own.isEmpty ? nil : own
        return try HubStart(given, state: state, forgets: forget, environment: environment)
    }

    /// Asks for the destination of records, at the first start on a terminal.
    static func askForDestination(_ start: inout HubStart, in environment: CommandEnvironment) throws {
        guard start.isFirst, !start.isDemo, !start.hasDestination else { return }
        let question =
            "Where do records go? The API's base URL, like https://api.example.org (Enter: decide later; records stay queued):"
        for _ in 0..<3 {
            guard let answer = environment.read(question)?.trimmingCharacters(in: .whitespaces), !answer.isEmpty else {
                return
            }
            do {
                start.take(informURL: try BaseURL(answer, key: "'\(answer.prefix(80))'").text)
                return
            } catch let error as RuntimeError {
                environment.err(error.message)
            }
        }
    }

    /// The information that a person needs before the start.
    static func words(_ plan: HubPlan, start: HubStart, hub: LiveHub) -> [String] {
        var lines: [String] = []
        if !start.resumed.isEmpty {
            lines.append(
                "using \(start.resumed.joined(separator: " ")) from the last start; flags override it, --forget clears it"
            )
        }
        lines += start.file.words
        lines.append("state and logs in \(plan.layout.state) (logs in \(plan.layout.logs))")
        lines.append("readings: \(hub.rule)")
        if !plan.hasRadio { lines.append("no radio, as configured (--radio bluetooth starts one)") }
        if !hub.hasDestination {
            let files =
                plan.recordFolder.map { " but files in \($0) ('\(hub.command("session start --seat SEAT"))')" } ?? ""
            lines.append("no destination\(files): --inform-url, --legacy-url or --fhir-url names a server")
        }
        return lines + ["in a second terminal: \(hub.command("doctor"))"]
    }

    /// Warnings about ports that are in use.
    ///
    /// - Throws: ``CommandFailure`` if a port of a site's server is taken, because no hub could reach it.
    private static func takenPorts(_ plan: HubPlan) throws -> [String] {
        if let record = plan.server?.record,
            let port = [record.brokerPort, record.registrarPort].first(where: { PortProbe.isTaken($0) })
        {
            throw CommandFailure(
                "configuration",
                message:
                    "port \(port) for the site's hubs is in use: stop the program that uses it ('ss -ltnp')",
                exitCode: ExitCodes.configuration
            )
        }
        guard let page = plan.page, let end = page.lastIndex(of: ":"), let port = Int(page[page.index(after: end)...]),
            PortProbe.isTaken(port, host: String(page[..<end]))
        else { return [] }
        return [
            "the page is not served: \(page) is in use. Stop the program that uses it, or choose another port with --page HOST:PORT"
        ]
    }

    /// The hub's description for the table.
    static func hub(_ plan: HubPlan, start: HubStart, in environment: CommandEnvironment) -> LiveHub {
        var hub = LiveHub(plan)
        hub.hasDestination = start.hasDestination
        hub.program = CommandLine.arguments.first ?? hub.program
        if plan.broker == .configured, let file = start.file.path {
            hub.options = "--config \(file)"
        } else if plan.layout.state != HubPlace.standardState(environment.variables) {
            hub.options = "--state \(plan.layout.state)"
        }
        return hub
    }

    private func target(_ plan: HubPlan, start: HubStart) throws -> HubConnection.Target {
        guard plan.broker == .configured, let values = start.values else { return try HubRun.target(plan) }
        let address = try BusAddress(
            site: plan.site,
            hub: plan.hub,
            actor: "vitalbus",
            instance: HubLayout.shellInstance
        )
        return try OperatorConfiguration.target(values, address: address)
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
        let actors = HubPlan.configurable
        for actor in parsed.keys.sorted() where !actors.contains(actor) {
            throw ValidationError(
                "--set \(actor): unknown process\(NearestName.hint(actor, among: actors)); there are "
                    + "\(actors.joined(separator: ", "))."
            )
        }
        return parsed
    }
}
