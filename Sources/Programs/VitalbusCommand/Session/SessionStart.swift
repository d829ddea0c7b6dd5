internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus session start`.
struct SessionStart: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start",
        abstract: "Start a seat's session. If another person's session is running, it ends first.",
        discussion: """
            With --seat alone the session needs no cloud account. Its person is called local-SEAT, and records stay \
            on this site as files (destination 'file'). If the person gets an account later, --take-local sends those \
            records there too.

            The access token comes from --token-file, else from the terminal, else from standard input.

            The server checks the credentials first. If it rejects them, or no uploader can ask it within \
            'credentials.wait' (8 s), the seat keeps its present session. If the server is unreachable, or with \
            --force, the session starts and the check follows later. The same person with the same token keeps the \
            running session. A new token makes a new session, which takes over unsent records.

            --also adds a destination and the person's name there. Write fhir=Patient/ID, or fhir=SYSTEM|VALUE for an \
            existing patient. Write file for files at the uploader, legacy or inform with the same organization and \
            token. Each destination gets every record independently of the others.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The service's user.", valueName: "id")) var user: String?
    @Option(help: ArgumentHelp("The service's organization.", valueName: "id")) var organization: String?
    @Option(
        help: ArgumentHelp(
            "The first destination: inform, legacy, fhir or file. Default: inform, without --user: file.",
            valueName: "api"
        )
    )
    var api: String?
    @Option(
        name: .customLong("also"),
        help: ArgumentHelp(
            "A further destination and the person's name there, such as fhir=Patient/123.",
            valueName: "api=user"
        )
    )
    var further: [String] = []
    @Option(help: ArgumentHelp("The file with the access token, mode 0600.", valueName: "file")) var tokenFile: String?
    @Flag(help: "Start the default user's session, which stores and delivers nothing.") var defaultUser = false
    @Flag(help: "Start without checking the credentials at the server first.") var force = false
    @OptionGroup var local: LocalRecords
    @Flag(help: "Print the session as JSON.") var json = false

    func validate() throws {
        let known = CloudAPI.known.map(\.rawValue).joined(separator: ", ")
        guard destination.isKnown else { throw ValidationError("--api must be one of \(known).") }
        for named in destinations where !named.destination.isKnown {
            throw ValidationError("--also must name one of \(known), such as fhir=Patient/123.")
        }
        guard !defaultUser || (user == nil && organization == nil && api == nil) else {
            throw ValidationError("give --user and --organization, or only --default-user.")
        }
        let takesToken = destination.needsToken && !defaultUser
        guard !takesToken || (user != nil && organization != nil) else {
            throw ValidationError("--user and --organization need each other.")
        }
        guard takesToken || tokenFile == nil else {
            throw ValidationError(
                "\(defaultUser ? "the default user" : destination.rawValue) does not use an access token."
            )
        }
        guard destination != .fhir || user != nil else { throw ValidationError("at fhir, --user must be the patient.") }
        guard !local.isAsked || (destination != .file && !defaultUser) else {
            throw ValidationError("--take-local and --take need the account that gets the records.")
        }
    }

    /// Whether the session needs no account, judged by the missing options.
    private var isLocal: Bool {
        user == nil && organization == nil && tokenFile == nil && !defaultUser && (api ?? "file") == "file"
    }

    /// The first destination.
    private var destination: CloudAPI { api.map(CloudAPI.init(rawValue:)) ?? (isLocal ? .file : .inform) }

    /// The destinations named by --also.
    private var destinations: [FurtherDestination] {
        further.map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return FurtherDestination(CloudAPI(rawValue: parts.first ?? ""), userID: parts.dropFirst().first)
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        try BusAddress.check(seat, as: "seat")
        if let tokenFile { try InputFile.check(tokenFile) }
        let view = try await place.connect { connection, hub in
            // The seat is checked before a token is requested.
            let known = try await Resolver(connection, place: hub).seat(seat)
            if isLocal { try await LocalRecords.requireFree(known, over: connection) }
            var body = try await request(
                known,
                sealing: SealedToken(connection: connection, place: hub),
                in: environment
            )
            body.takes = try await local.sessions(of: known, over: connection, in: environment)
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
            "the server has not checked these credentials yet: see 'vitalbus session show --seat \(seat)'"
        )
    }

    private func request(
        _ seat: String,
        sealing: SealedToken,
        in environment: CommandEnvironment
    ) async throws -> StartSession {
        var body = StartSession(
            seat: seat,
            userID: isLocal ? LocalRecords.person(of: seat) : user,
            organizationID: organization,
            apiVersion: destination
        )
        guard !defaultUser else {
            body.apiVersion = nil
            body.defaultUser = true
            return body
        }
        body.destinations = destinations.isEmpty ? nil : destinations
        if destination.needsToken {
            let token = try SessionCommand.token(tokenFile, in: environment)
            try await sealing.seal(token, into: &body)
        }
        if force { body.force = true }
        return body
    }
}
