internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// The command `vitalbus session start`.
struct SessionStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start a seat's session; a present one ends first.",
        discussion: """
            The access token is read from --token-file, else asked for on the terminal, else read from standard input.

            The server is asked about the credentials first. Where it refuses them nothing changes: the seat's present session \
            goes on. Where it cannot be reached in a few seconds, or with --force, the session starts all the same, and they \
            are checked later. Records of the same user that are not at the server yet go on under the new session.

            --also names a further destination of the session's records, with the person there: fhir=Patient/ID or \
            fhir=SYSTEM|VALUE for a patient that the FHIR server has; file for files beside the uploader; legacy and inform with \
            the same organization and token. Each destination gets each record by itself, and none waits for another.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The service's user.", valueName: "id")) var user: String?
    @Option(help: ArgumentHelp("The service's organization.", valueName: "id")) var organization: String?
    @Option(help: ArgumentHelp("The first destination: inform, legacy, fhir or file.", valueName: "api"))
    var api = "inform"
    @Option(
        name: .customLong("also"),
        help: ArgumentHelp("A further destination and the person there, as fhir=Patient/123.", valueName: "api=user")
    )
    var further: [String] = []
    @Option(help: ArgumentHelp("The file of the access token, mode 0600.", valueName: "file")) var tokenFile: String?
    @Flag(help: "Start the default user's session, which delivers nothing.") var defaultUser = false
    @Flag(help: "Start without asking the server about the credentials first.") var force = false
    @Flag(help: "Print the session as JSON.") var json = false

    func validate() throws {
        let known = CloudAPI.known.map(\.rawValue).joined(separator: ", ")
        guard CloudAPI(rawValue: api).isKnown else { throw ValidationError("--api is one of \(known).") }
        for named in destinations where !named.destination.isKnown {
            throw ValidationError("--also names one of \(known), as fhir=Patient/123.")
        }
        guard defaultUser == (user == nil && organization == nil) else {
            throw ValidationError("give --user and --organization, or --default-user alone.")
        }
        let takesToken = CloudAPI(rawValue: api).needsToken
        guard defaultUser || (user != nil && (organization != nil || !takesToken)) else {
            throw ValidationError("--user and --organization go together.")
        }
        guard takesToken || tokenFile == nil else { throw ValidationError("\(api) takes no access token.") }
    }

    /// What --also names.
    private var destinations: [FurtherDestination] {
        further.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return FurtherDestination(CloudAPI(rawValue: parts.first ?? ""), userID: parts.dropFirst().first)
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        try BusAddress.check(seat, as: "seat")
        let view = try await place.connect { connection, hub in
            // The seat is checked before a token is asked for.
            let known = try await Resolver(connection, place: hub).seat(seat)
            let body = try await request(
                known,
                sealing: SealedToken(connection: connection, place: hub),
                in: environment
            )
            return try await connection.requests.call(
                SessionOperations.startSession,
                hub: BusAddress.siteHub,
                body: body,
                timeout: .seconds(30)
            )
        }
        if json { try environment.json(view) } else { SessionCommand.lines(view).forEach(environment.out) }
        guard view.validated == .pending else { return }
        environment.err(
            "nobody has asked the server about these credentials yet: 'vitalbus session show --seat \(seat)' tells"
        )
    }

    private func request(
        _ seat: String,
        sealing: SealedToken,
        in environment: CommandEnvironment
    ) async throws -> StartSession {
        var body = StartSession(
            seat: seat,
            userID: user,
            organizationID: organization,
            apiVersion: CloudAPI(rawValue: api)
        )
        guard !defaultUser else {
            body.apiVersion = nil
            body.defaultUser = true
            return body
        }
        body.destinations = destinations.isEmpty ? nil : destinations
        if CloudAPI(rawValue: api).needsToken {
            let token = try SessionCommand.token(tokenFile, in: environment)
            try await sealing.seal(token, into: &body)
        }
        if force { body.force = true }
        return body
    }
}
