internal import ActorRuntime
internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteRecords

/// The command `vitalbus init`.
struct Init: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask a few questions and write this machine's configuration file.",
        discussion: """
            Writes vitalbus.yaml into the state directory, where 'vitalbus up' finds it, or the file of --config. For \
            root with the package installed that is /etc/vitalbus/vitalbus.yaml, which the systemd units read.

            Type ? for help on a question, or < to change the previous answer. Flags answer their questions; --yes uses \
            the default of every other question. The file replaces all flags of earlier 'vitalbus up'. On a site's \
            server the site is created too.
            """
    )

    /// The kinds of machine.
    enum Machine: String, ExpressibleByArgument, CaseIterable {
        case one
        case server
        case hub
    }

    @Option(
        help: ArgumentHelp(
            "one: hub and site on one machine; server: serves hubs on other machines; hub: one of those hubs."
        )
    )
    var machine: Machine?
    @Option(
        help: ArgumentHelp(
            "For a server: a host name or IP address at which hubs reach it; may be repeated.",
            valueName: "address"
        )
    )
    var address: [String] = []
    @OptionGroup var flags: HubFlags
    @Option(
        help: ArgumentHelp(
            "own for a private broker, or a socket path, or host:port.",
            valueName: "own|path|host:port"
        )
    )
    var broker: String?
    @Option(help: ArgumentHelp("The certificate authority of the broker (PEM).", valueName: "file"))
    var brokerAuthority: String?
    @Option(
        help: ArgumentHelp("The peripherals that are read automatically, such as 1000,3000, or none.", valueName: "ids")
    )
    var passive: String?
    @Option(
        help: ArgumentHelp(
            "The home's time zone, like Europe/Berlin. Default: that of this "
                + "machine.",
            valueName: "zone"
        )
    )
    var zone: String?
    @Option(help: ArgumentHelp("Where the hub keeps its state, keys and logs.", valueName: "dir")) var state: String?
    @Option(help: ArgumentHelp("The file to write. Default: vitalbus.yaml in the state directory.", valueName: "file"))
    var config: String?
    @Option(help: ArgumentHelp("The folder of the actors' programs. Default: that of this one.", valueName: "dir"))
    var executables: String?
    @Flag(help: "Ask nothing: use the default where no flag is given.") var yes = false
    @Flag(help: "Replace an existing file.") var force = false

    func validate() throws {
        if let broker, HubAnswers.Broker(broker) == nil {
            throw ValidationError("--broker must be own, a socket path, or host:port.")
        }
        if let machine, machine != .server, !address.isEmpty {
            throw ValidationError("--address is for --machine server.")
        }
        if let zone { _ = try Self.usage { try InitQuestions.zone(zone) } }
        if let passive { _ = try Self.usage { try InitQuestions.peripherals(passive) } }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = HubLayout(absolute(state ?? HubPlace.standardState(environment.variables)))
        let isInstalled = StartWords(state: layout.state, given: state).isInstalled
        let found = isInstalled ? HubPlace.standardFile : layout.configuration
        let file = config.map(absolute) ?? found
        let words = StartWords(state: layout.state, given: state, config: file == found ? nil : file)
        try checkFile(file, in: environment)
        let answers = try answers(environment)
        if answers.pagePassword != nil { try PageOperator.check(Access(state: layout.state)) }
        let target = InitTarget(file: file, layout: layout, isNamed: config != nil)
        try await target.write(answers)
        if answers.machine == .server { try await target.makeSite(answers) }
        // Validates the settings that 'up' will read.
        var start = HubSettings()
        start.config = config == nil ? nil : file
        let plan = try HubStart(start, state: state, environment: environment).plan(
            executables: executables ?? ProgramFolder.path
        )
        let seats = plan.seats.isEmpty ? "" : ", seats \(plan.seats.joined(separator: ", "))"
        environment.out(
            answers.machine == .hub
                ? "written to \(file): the bundle will set its names"
                : "written to \(file): site \(plan.site), hub \(plan.hub)\(seats)"
        )
        if let password = answers.pagePassword {
            try await StateOwner.working(in: layout.state) { try PageOperator.make(plan, password: password) }
            environment.out("at the page log in as '\(PageOperator.name)' with the password")
        }
        try await HubCheck(plan).run()
        for line in answers.nextSteps(words) { environment.out(line) }
    }

    private func absolute(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    private func checkFile(_ file: String, in environment: CommandEnvironment) throws {
        guard !force, FileManager.default.fileExists(atPath: file), !InitTarget.isAsInstalled(file) else { return }
        let answer = yes ? nil : environment.ask("\(file) exists. Replace it?")
        guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
            throw CommandFailure(
                "conflict",
                message: "\(file) exists and was not changed: --force replaces it, --config writes another one",
                exitCode: ExitCodes.cannotWrite
            )
        }
    }

    /// Combines flags and answers.
    func answers(_ environment: CommandEnvironment) throws -> HubAnswers {
        var ask = InitQuestions(environment, takesDefaults: yes)
        while true {
            do {
                return try answers(&ask)
            } catch is InitQuestions.Back {
                ask = ask.oneBack
            }
        }
    }

    private func answers(_ ask: inout InitQuestions) throws -> HubAnswers {
        var known = HubAnswers()
        known.machine = try askMachine(&ask)
        if known.machine == .server { try askServer(&ask, known: &known) }
        if known.machine == .one { try askPlace(&ask, known: &known) }
        if known.machine != .hub { try askDestinations(&ask, known: &known) }
        if known.machine == .one { try askBroker(&ask, known: &known) }
        if known.machine != .hub { try askPage(&ask, known: &known) }
        if known.machine != .server { try askRadio(&ask, known: &known) }
        if known.machine != .hub { try askZone(&ask, known: &known) }
        known.uploaders = flags.uploaders
        known.ocrWorkers = flags.ocrWorkers
        known.sharesValues = flags.shareValues ?? false
        guard ask.missing.isEmpty else {
            throw CommandFailure(
                "invalidArgument",
                message:
                    "there is no terminal to ask on: give \(ask.missing.joined(separator: ", ")), or --yes for the defaults",
                exitCode: ExitCodes.usage
            )
        }
        return known
    }

    private func askMachine(_ ask: inout InitQuestions) throws -> Machine {
        let isOne = flags.hub != nil || !flags.seat.isEmpty || flags.solo != nil || broker != nil
        let given = machine ?? (!address.isEmpty ? .server : isOne ? .one : nil)
        let question =
            "What is this machine? one: hub and site on one machine; server: the server of a site with hubs on other machines; hub: joins "
            + "such a site"
        return try ask.value(
            given,
            flag: "--machine",
            question: question,
            standard: Machine.one.rawValue,
            help: InitHelp.machine
        ) { text in
            guard let machine = Machine(rawValue: text) else { throw CommandFailure.input("type one, server or hub") }
            return machine
        }
    }

    private func askServer(_ ask: inout InitQuestions, known: inout HubAnswers) throws {
        known.site = try ask.value(
            flags.site,
            flag: "--site",
            question: "What is the place called?",
            standard: "home",
            help: InitHelp.site,
            InitQuestions.id
        )
        known.addresses = try ask.value(
            address.isEmpty ? nil : address,
            flag: "--address",
            question: "Where do hubs reach this machine? Its host names or IP addresses, separated by commas",
            standard: InitHelp.ownAddress,
            help: InitHelp.address
        ) { text in
            let words = InitQuestions.words(text)
            _ = try SiteRecord(site: known.site, addresses: words)
            return words
        }
        (known.hub, known.seats, known.hasRadio) = ("server", [], false)
    }

    private func askPlace(_ ask: inout InitQuestions, known: inout HubAnswers) throws {
        let id = InitQuestions.id
        known.site = try ask.value(
            flags.site,
            flag: "--site",
            question: "What is the place called?",
            standard: "home",
            help: InitHelp.site,
            id
        )
        known.hub = try ask.value(
            flags.hub,
            flag: "--hub",
            question: "What is this hub called?",
            standard: "hub-1",
            help: InitHelp.hub
        ) { text in
            guard text != BusAddress.siteHub else {
                throw CommandFailure.input("'site' is reserved: use, for example, the room's name")
            }
            return try id(text)
        }
        let seats = "Which seats does it measure? Beds or rooms, never people's names, separated by commas"
        let given = flags.seat.isEmpty ? nil : flags.seat
        known.seats = try ask.value(given, flag: "--seat", question: seats, standard: known.hub, help: InitHelp.seats) {
            text in
            let words = InitQuestions.words(text)
            guard Set(words).count == words.count else { throw CommandFailure.input("a seat is named twice") }
            return try words.map(id)
        }
        guard known.seats.count == 1 else {
            guard flags.solo != true else { throw ValidationError("--solo is for a hub with one seat.") }
            return
        }
        let solo = "Will only one person ever use this hub? Then its readings need no assignment (y/n)"
        known.isSolo = try ask.value(
            flags.solo,
            flag: "--solo or --no-solo",
            question: solo,
            standard: "n",
            help: InitHelp.solo,
            InitQuestions.isYes
        )
    }

    private func askDestinations(_ ask: inout InitQuestions, known: inout HubAnswers) throws {
        let url = InitQuestions.url
        known.legacyURL = try flags.legacyURL.flatMap(url)
        known.fhirURL = try flags.fhirURL.flatMap(url)
        let others = [flags.legacyURL, flags.fhirURL].compactMap(\.self)
        let given: String?? = try flags.informURL.map(url) ?? (others.isEmpty ? nil : .some(nil))
        let question = "Where do records go? The base URL of the Inform API, or none to keep them here"
        known.informURL = try ask.value(
            given,
            flag: "--inform-url, --legacy-url or --fhir-url",
            question: question,
            standard: "none",
            help: InitHelp.destination,
            url
        )
    }

    private func askBroker(_ ask: inout InitQuestions, known: inout HubAnswers) throws {
        let question = "Which broker? own starts a private one; otherwise a socket path or host:port"
        let given = broker.flatMap { HubAnswers.Broker($0) }
        known.broker = try ask.value(
            given,
            flag: "--broker",
            question: question,
            standard: "own",
            help: InitHelp.broker
        ) { text in
            guard let broker = HubAnswers.Broker(text) else {
                throw CommandFailure.input(
                    "'\(text)' does not name a broker: type own, a path or host:port, or < to go back"
                )
            }
            return broker
        }
        if let brokerAuthority { try InputFile.check(brokerAuthority) }
        known.brokerAuthority = brokerAuthority.map(absolute)
        guard known.broker.isRemote, known.brokerAuthority == nil else { return }
        let authority = "A broker on another machine needs TLS: the PEM file of its certificate's authority"
        known.brokerAuthority = try ask.value(
            nil,
            flag: "--broker-authority",
            question: authority,
            standard: "",
            help: InitHelp.authority
        ) { text in
            guard FileManager.default.isReadableFile(atPath: text) else {
                throw CommandFailure(
                    "notFound",
                    message:
                        "the broker is another machine, which needs TLS: --broker-authority names the PEM file of its authority"
                        + (text.isEmpty ? "" : "; '\(text)' cannot be read"),
                    exitCode: ExitCodes.missingFile
                )
            }
            return absolute(text)
        }
    }

    private func askRadio(_ ask: inout InitQuestions, known: inout HubAnswers) throws {
        let question = "Does this machine receive Bluetooth devices? (y/n)"
        let given = flags.radio.map { $0 == .bluetooth }
        known.hasRadio = try ask.value(
            given,
            flag: "--radio",
            question: question,
            standard: "y",
            help: InitHelp.radio,
            InitQuestions.isYes
        )
        known.busAddress = flags.busAddress == HubSettings.nothing ? nil : flags.busAddress
        guard known.hasRadio else { return }
        let passive =
            "Which ones are read automatically? 1000 glucose meters, 2000 oximeters, 3000 cuffs, 4000 thermometers, "
            + "5000 scales; or none"
        let numbers = try self.passive.map(InitQuestions.peripherals)
        known.passive = try ask.value(
            numbers,
            flag: "--passive",
            question: passive,
            standard: "none",
            help: InitHelp.passive,
            InitQuestions.peripherals
        )
    }

    /// An invalid value of a flag is a usage error.
    private static func usage<Value>(_ check: () throws -> Value) throws -> Value {
        do {
            return try check()
        } catch let error as CommandFailure {
            throw ValidationError(error.message)
        }
    }
}
