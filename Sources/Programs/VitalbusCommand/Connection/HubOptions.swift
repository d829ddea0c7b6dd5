internal import ActorRuntime
internal import ArgumentParser
internal import HubRunner
internal import MessageBus
internal import OperatorConnection

/// The options that select a hub.
struct HubOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The state directory of 'vitalbus up'.", valueName: "dir"))
    var state: String?

    @Option(
        help: ArgumentHelp(
            "A configuration file that names a broker, in place of a state directory.",
            valueName: "file"
        )
    )
    var config: String?

    @Option(help: ArgumentHelp("The site's id. Default: that of the running hub.", valueName: "id"))
    var site: String?

    @Option(help: ArgumentHelp("The hub's id. Default: that of the running hub.", valueName: "id"))
    var hub: String?

    func validate() throws {
        for (flag, id) in [("--site", site), ("--hub", hub)] {
            if let id { try HubFlags.check(id: id, flag: flag) }
        }
    }

    /// Resolves the hub from the options and the environment.
    ///
    /// - Throws: ``CommandFailure``, `RuntimeError` or `HubRunnerError`.
    func place(_ environment: CommandEnvironment) throws -> HubPlace {
        try HubPlace.find(self, in: environment)
    }

    /// How long a health-checking command waits for the broker.
    static let glance = Duration.seconds(2)

    /// Connects to the hub, runs an operation and disconnects.
    ///
    /// - Parameter patience: How long to wait for the broker.
    func connect<Result: Sendable>(
        patience: Duration = .seconds(5),
        _ operation: @Sendable @escaping (HubConnection, HubPlace) async throws -> Result
    ) async throws -> Result {
        let environment = CommandEnvironment.current
        let place = try place(environment)
        if let bus = environment.bus {
            return try await HubConnection.with(bus, address: place.target.address) { try await operation($0, place) }
        }
        return try await HubConnection.with(place.target, patience: patience) { try await operation($0, place) }
    }
}

/// The flags that `vitalbus up` and `vitalbus init` share.
struct HubFlags: ParsableArguments {
    /// The ways in which a hub hears devices.
    enum Radio: String, ExpressibleByArgument, CaseIterable {
        case bluetooth
        case none
    }

    @Option(help: ArgumentHelp("The site's id. Default: 'home'.", valueName: "id")) var site: String?
    @Option(help: ArgumentHelp("The hub's id. Default: 'hub-1'.", valueName: "id")) var hub: String?
    @Option(
        help: ArgumentHelp(
            "A seat that the hub measures; may be repeated. Default: a seat with the hub's name.",
            valueName: "id"
        )
    )
    var seat: [String] = []
    @Flag(
        inversion: .prefixedNo,
        help: "One person uses this hub alone and owns the readings of unassigned devices."
    )
    var solo: Bool?
    @Option(help: ArgumentHelp("The base URL of the Inform API, or none.", valueName: "url")) var informURL: String?
    @Option(help: ArgumentHelp("The base URL of the legacy API, or none.", valueName: "url")) var legacyURL: String?
    @Option(help: ArgumentHelp("The base URL of a FHIR R4 server, or none.", valueName: "url")) var fhirURL: String?
    @Option(
        help: ArgumentHelp("bluetooth, or none for a hub that only takes photos, exports and typed values.")
    )
    var radio: Radio?
    @Option(help: ArgumentHelp("The D-Bus address of BlueZ, or none for the system bus.", valueName: "address"))
    var busAddress: String?
    @Option(help: ArgumentHelp("How many uploaders run. Default: 1.", valueName: "n")) var uploaders: Int?
    @Option(
        help: ArgumentHelp(
            "How many photos the OCR worker reads at a time, or 0 for no worker. Default: 1 if --set configures ocr-worker, else 0.",
            valueName: "n"
        )
    )
    var ocrWorkers: Int?
    @Option(
        help: ArgumentHelp(
            "Where browsers reach the page, or none. Default: \(PageEntry.standardAddress), this machine only.",
            valueName: "host:port"
        )
    )
    var page: String?
    @Flag(inversion: .prefixedNo, help: "Publish the site to Home Assistant, and create its account at the broker.")
    var homeAssistant: Bool?
    @Flag(inversion: .prefixedNo, help: "Include measured values in events, readable by every subscriber.")
    var shareValues: Bool?

    func validate() throws {
        for (flag, id) in [("--site", site), ("--hub", hub)] + seat.map({ ("--seat", $0) }) {
            if let id { try Self.check(id: id, flag: flag) }
        }
        guard hub != BusAddress.siteHub else {
            throw ValidationError("--hub 'site' is reserved: name the hub, for example, after its room.")
        }
        guard Set(seat).count == seat.count else { throw ValidationError("a seat is named twice.") }
        let urls = [("--inform-url", informURL), ("--legacy-url", legacyURL), ("--fhir-url", fhirURL)]
        for (flag, url) in urls {
            if let url, url != HubSettings.nothing { try Self.check(url: url, flag: flag) }
        }
        guard (1...HubPlan.uploaderLimit).contains(uploaders ?? 1) else {
            throw ValidationError("--uploaders must be from 1 to \(HubPlan.uploaderLimit).")
        }
        guard (0...HubPlan.readerLimit).contains(ocrWorkers ?? 0) else {
            throw ValidationError("--ocr-workers must be from 0 to \(HubPlan.readerLimit).")
        }
        guard solo != true || seat.count < 2 else {
            throw ValidationError("--solo is for a hub with one seat: leave it out, and assign devices to seats.")
        }
    }

    /// Rejects an invalid base URL.
    static func check(url: String, flag: String) throws {
        do {
            _ = try BaseURL(url, key: flag)
        } catch let error as RuntimeError {
            throw ValidationError(error.message)
        }
    }

    /// Rejects an identifier that is invalid in a topic.
    static func check(id: String, flag: String) throws {
        do {
            try BusAddress.check(id, as: flag)
        } catch let error as BusError {
            throw ValidationError(error.message)
        }
    }

    /// The flags given on the command line.
    var given: HubSettings {
        var given = HubSettings()
        given.site = site
        given.hub = hub
        given.seats = seat.isEmpty ? nil : seat
        given.solo = solo
        given.uploaders = uploaders
        given.ocrWorkers = ocrWorkers
        given.radio = radio.map { $0 == .bluetooth }
        given.busAddress = busAddress
        given.informURL = informURL
        given.legacyURL = legacyURL
        given.fhirURL = fhirURL
        given.page = page
        given.homeAssistant = homeAssistant
        given.shareValues = shareValues
        return given
    }
}
