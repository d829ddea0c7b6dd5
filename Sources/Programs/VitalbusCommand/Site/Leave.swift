internal import ActorRuntime
internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import LocalBroker
internal import SiteAuthority
internal import StoreEngine

/// The command `vitalbus leave`.
struct Leave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "End this hub's membership of its site, so that the machine can join another site, or the same one under another name.",
        discussion: """
            Stop the hub first. Every reading must have reached the site. The command deletes certificates, private keys and the \
            site's key. Pairings, read positions in devices' memories, import history and settings stay. Then run 'vitalbus join \
            BUNDLE'. You can repeat an interrupted leave.
            """
    )

    @Option(help: ArgumentHelp("The state directory of the hub.", valueName: "dir")) var state: String?
    @Flag(
        help: ArgumentHelp(
            "For a server that will never come back: keep undelivered readings for the next site, which holds each one for a person's decision."
        )
    )
    var keepWaiting = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = HubLayout(
            URL(filePath: state ?? HubPlace.standardState(environment.variables)).standardizedFileURL.path
        )
        let (member, kept) = try await StateOwner.working(in: layout.state) {
            try await Leaving(layout).run(keepsWaiting: keepWaiting)
        }
        let who = member.map { "'\($0.hub)' of '\($0.site)'" } ?? "its site"
        environment.out("this machine has left \(who); its certificates, private keys and the site's key are deleted")
        for line in kept { environment.out("kept: \(line)") }
        if !kept.isEmpty {
            environment.out(
                "the old server may also have stored some of these. If the next site gives them to the same person, each stays one record; if to another person, each is stored twice"
            )
        }
        environment.out("next: vitalbus join BUNDLE\(StartWords(state: layout.state, given: state).option)")
        if let member { environment.out("on the server of '\(member.site)': vitalbus hub revoke \(member.hub)") }
    }
}

/// The steps of leaving a site: the first ends the membership, and the others may be repeated until all are done.
struct Leaving {
    private let layout: HubLayout
    private let membership: Membership

    /// Creates the steps for a hub's files.
    init(_ layout: HubLayout) { (self.layout, membership) = (layout, Membership(state: layout.state)) }

    /// Leaves, or resumes an interrupted attempt.
    ///
    /// - Returns: The machine's membership, if still known, and the items that wait for the next site.
    /// - Throws: ``CommandFailure`` if the hub runs or items wait, `SiteError`, `RuntimeError`.
    func run(keepsWaiting: Bool) async throws -> (member: MembershipRecord?, kept: [String]) {
        let ended = try await finish()
        guard let record = try membership.record() else {
            if let ended { return (ended.member, []) }
            throw CommandFailure(
                "notFound",
                message: "this machine has not joined a site, or has left it: 'vitalbus join BUNDLE' makes it a hub",
                exitCode: ExitCodes.configuration
            )
        }
        let locks = try HubLocks(layout, hub: record.hub, for: "leave")
        defer { withExtendedLifetime(locks) {} }
        let waiting = try await Self.telling { try await HubStores(layout: layout, hub: record.hub).waiting() }
        guard waiting.isEmpty || keepsWaiting else { throw Self.undecided(waiting, of: record) }
        try membership.leave()
        try await complete()
        return (record, waiting)
    }

    /// Completes an interrupted attempt to leave.
    ///
    /// - Returns: The machine's membership, if still known; nil if there was nothing to complete.
    /// - Throws: The errors of ``run(keepsWaiting:)``.
    @discardableResult
    func finish() async throws -> (member: MembershipRecord?, isDone: Bool)? {
        guard membership.isLeaving else { return nil }
        let member = try membership.endedRecord()
        let locks = try member.map { try HubLocks(layout, hub: $0.hub, for: "repeat this") }
        defer { withExtendedLifetime(locks) {} }
        try await complete()
        return (member, true)
    }

    /// Completes the steps after the end of the membership.
    ///
    /// The ended membership contains the hub's name, so it is deleted last.
    private func complete() async throws {
        if let record = try membership.endedRecord() {
            try await Self.telling { try await HubStores(layout: layout, hub: record.hub).release() }
        }
        // The files of a private broker; its undelivered messages are published again later.
        try await LocalBroker.remove(layout.broker)
        for path in [layout.passwords, layout.record] where FileManager.default.fileExists(atPath: path) {
            try FileManager.default.removeItem(atPath: path)
        }
        try PrivateFile.erase(layout.siteKey)
        try membership.forget()
    }

    private static func undecided(_ waiting: [String], of record: MembershipRecord) -> CommandFailure {
        CommandFailure(
            "conflict",
            message:
                "nothing was changed; undelivered: \(waiting.joined(separator: "; ")). Run the hub until none are left ('vitalbus "
                + "leave' counts them again). If the server of '\(record.site)' will never come back, use --keep-waiting",
            exitCode: ExitCodes.notDone,
            isRetriable: true
        )
    }

    private static func telling<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as StoreError {
            throw CommandFailure(
                error.code.rawValue,
                message: "\(error.message) (\(error.path))",
                exitCode: ExitCodes.failed,
                isRetriable: error.isRetriable
            )
        }
    }
}
