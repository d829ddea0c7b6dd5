internal import ActorRuntime
internal import ArgumentParser
internal import Files
internal import Foundation
internal import HubRunner
internal import SiteAuthority
internal import SiteRecords

/// Selects the hub or site whose broker runs on this machine.
struct AccessOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The state directory of 'vitalbus up'.", valueName: "dir")) var state: String?

    /// The hub or site that this machine serves, with its broker's accounts.
    ///
    /// - Parameter mayCreate: Whether a named state directory may be missing.
    /// - Throws: ``CommandFailure`` if the broker runs on another machine or belongs to someone else, or the named state
    ///   directory is missing.
    func place(_ environment: CommandEnvironment, mayCreate: Bool = false) throws -> AccessPlace {
        if let state, !mayCreate, !FileManager.default.fileExists(atPath: state) { throw HubPlace.missing(state) }
        let plan = try HubStart(HubSettings(), state: state, environment: environment)
            .plan(executables: ProgramFolder.path)
        guard let access = plan.access?.files else { throw Self.refusal(plan) }
        return AccessPlace(plan: plan, access: access)
    }

    private static func refusal(_ plan: HubPlan) -> CommandFailure {
        var words =
            "the configuration names your own broker: 'vitalbus site export' writes its accounts and rights"
        if case .joined(let record) = plan.broker {
            words =
                "this machine is a hub of '\(record.site)': accounts are made on the site's server, \(record.addresses[0])"
        }
        return CommandFailure("configuration", message: words, exitCode: ExitCodes.configuration)
    }
}

/// The accounts of this machine's broker, with the hubs and seats that they may name.
struct AccessPlace {
    let plan: HubPlan
    let access: Access

    /// The authority's certificate, created if it is missing.
    ///
    /// - Throws: ``SiteError``.
    func authority() throws -> String {
        try access.certify(plan.server, name: plan.site, now: Date())
        return access.authority(plan.server)
    }

    /// Rejects hubs and seats that the site does not have.
    ///
    /// - Throws: ``CommandFailure``.
    func check(hubs: [String], seats: [String]) throws {
        let known = try plan.seatsByHub()
        try Self.check(hubs, among: known.keys.sorted(), what: "hub")
        try Self.check(seats, among: known.values.joined().sorted(), what: "seat")
    }

    private static func check(_ given: [String], among known: [String], what: String) throws {
        guard let unknown = given.first(where: { !known.contains($0) }) else { return }
        throw CommandFailure.input("there is no \(what) '\(unknown)': \(known.joined(separator: ", "))")
    }

    /// Creates an account, shows its password once, and describes how to connect.
    ///
    /// - Parameters:
    ///   - account: Creates the account from its password.
    ///   - file: The file for the password; nil shows it instead.
    ///   - handOver: Writes whatever else the account's user receives; if it fails, no account is created.
    /// - Returns: The lines to print.
    func add(
        _ account: (String) throws -> AccessAccount,
        passwordFile file: String?,
        handOver: (AccessAccount) throws -> Void = { _ in }
    ) throws -> [String] {
        let record = try access.record()
        let password = AccessAccount.newPassword()
        // A name that cannot be is said before a port that is taken.
        let account = try account(password)
        try access.checkPorts(record)
        let authority = try authority()
        try access.add(account)
        do {
            try handOver(account)
            if let file { try Self.write(password, to: file) }
        } catch {
            try access.remove(account.name, isProgram: account.isProgram)
            throw error
        }
        let secret = file.map { "its password is in \($0)" } ?? "password (shown this once): \(password)"
        var lines = [
            "the account '\(account.name)' was created (\(account.role))", secret,
            "broker \(record.address) port \(record.port) with TLS; its authority: \(authority)",
        ]
        if let port = record.plainPort { lines.append("on this machine also 127.0.0.1 port \(port) without TLS") }
        return lines
    }

    /// Waits until the broker has applied the changes, and reports if it has not.
    func settle(_ environment: CommandEnvironment) async throws {
        try await plan.layout.settleAccounts(environment)
    }

    private static func write(_ password: String, to file: String) throws {
        do {
            try PrivateFile.replace(file, bytes: Array("\(password)\n".utf8))
        } catch {
            throw CommandFailure.cannotWrite(file, error: error, advice: "no account was created; name another file")
        }
    }
}

extension HubLayout {
    /// Waits until the local broker has applied the changes, and reports if it has not.
    func settleAccounts(_ environment: CommandEnvironment) async throws {
        switch try await accountsTaken() {
        case .taken: break
        case .notRunning: environment.out("no broker is running here; the change applies at its next start")
        case .late: environment.out("the running broker has not applied the change yet; see its log")
        }
    }
}
