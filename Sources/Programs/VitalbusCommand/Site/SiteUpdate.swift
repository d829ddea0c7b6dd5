internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import SiteAuthority
internal import SiteRecords

/// The command `vitalbus site update`.
struct SiteUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Bring the hubs to this server's version in stages, and show how far they are.",
        discussion: """
            Upgrade the server first. Then the registrar asks one hub, a tenth of them, and all. Each stage begins once the \
            hubs before it run the version and their readings arrive. It halts at the first hub that is not back within \
            three minutes, and that hub goes back by itself. A hub takes part if its root has run \
            'systemctl enable --now update-vitalbus.path'. It installs from its own repository only. Exit code 1 if the \
            update has halted.
            """
    )

    @Argument(help: "The version, like 0.2.0; without one, the last update is shown.") var version: String?
    @Flag(help: "Change nothing: ask the hubs what they run and whether they take part.") var check = false
    @Flag(help: "Begin no other hub; those under way are finished.") var stop = false
    @Flag(help: "Take all hubs that run the version back to the one before.") var back = false
    @Flag(help: "Print JSON.") var json = false
    @OptionGroup var server: SiteServerOptions

    func validate() throws {
        let flags = [check, stop, back].count(where: \.self)
        guard flags <= 1 else { throw ValidationError("Give one of --check, --stop and --back.") }
        guard let version else {
            guard flags == 0 else { throw ValidationError("Name the version.") }
            return
        }
        guard InstallVersion.isVersion(version) else {
            throw ValidationError("'\(version.prefix(40))' is not a version: write it like 0.2.0.")
        }
    }

    private var action: UpdateWish.Action { check ? .check : stop ? .stop : back ? .back : .roll }

    func run() async throws {
        let environment = CommandEnvironment.current
        guard let rollout = try await rollout(environment) else {
            return environment.out(
                "no update so far: 'vitalbus site update VERSION' brings the hubs to this server's version"
            )
        }
        if json { try environment.json(rollout) } else { RolloutTable(rollout).show(in: environment) }
        if rollout.halt != nil { throw ExitCode(ExitCodes.notDone) }
    }

    private func rollout(_ environment: CommandEnvironment) async throws -> Rollout? {
        guard let version else { return try await last(environment) }
        return try await wish(version, in: environment)
    }

    private func last(_ environment: CommandEnvironment) async throws -> Rollout? {
        try await server.withSite(environment) { site, _ in site.rollout() }
    }

    /// Writes the wish, and waits until the registrar has asked the hubs once.
    private func wish(_ version: String, in environment: CommandEnvironment) async throws -> Rollout {
        let wish = UpdateWish(id: UUID().uuidString.lowercased(), version: version, action: action)
        try await server.withSite(environment) { site, _ in
            try Self.check(wish, against: site.rollout())
            try site.wish(wish)
        }
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if let rollout = try await last(environment), rollout.wish == wish, rollout.rounds > 0 { return rollout }
            try await Task.sleep(for: .milliseconds(500))
        }
        throw CommandFailure(
            "noResponder",
            message:
                "the registrar has not asked the hubs within a minute: check that it runs ('vitalbus status'). The order is noted; 'vitalbus site update' shows what becomes of it",
            exitCode: ExitCodes.unavailable,
            isRetriable: true
        )
    }

    /// Refuses an order that the server or the present update does not allow.
    ///
    /// - Throws: ``CommandFailure`` with the way out.
    static func check(_ wish: UpdateWish, against last: Rollout?, own: String = VitalBus.version) throws {
        switch wish.action {
        case .roll where wish.version != own:
            throw CommandFailure.input(
                "this server runs \(own), and hubs get no other version: upgrade the server first, with 'apt install vitalbus=\(wish.version)'"
            )
        case .check where last?.isUnderWay == true:
            throw CommandFailure.input(
                "hubs are between two versions: see 'vitalbus site update', and check once they are done"
            )
        case .stop where last?.wish.version != wish.version:
            throw CommandFailure.input(
                "no update to \(wish.version) was begun: 'vitalbus site update' shows the last one"
            )
        case .back where !knows(wish.version, by: last):
            throw CommandFailure.input(
                "no hub is known to run \(wish.version): 'vitalbus site update \(wish.version) --check' asks the hubs what they run"
            )
        case .roll, .check, .stop, .back: return
        }
    }

    /// Whether the last update was to the version, or has found it at a hub.
    private static func knows(_ version: String, by last: Rollout?) -> Bool {
        guard let last else { return false }
        let isOrdered = last.wish.action != .check && last.wish.version == version
        return isOrdered || last.hubs.contains { $0.version == version }
    }
}

/// A rollout for people.
struct RolloutTable {
    let rollout: Rollout

    init(_ rollout: Rollout) { self.rollout = rollout }

    func show(in environment: CommandEnvironment) {
        environment.out(rollout.headline)
        guard !rollout.hubs.isEmpty else { return environment.out("no hub has joined") }
        var table = TextTable("HUB", "RUNS", "STEP", "WHY")
        for hub in rollout.hubs {
            table.add(hub.name, hub.version ?? "-", Self.words(hub.step), hub.reason.map(Rollout.words) ?? "")
        }
        environment.show(table)
        if let words = rollout.haltWords { environment.out("\(words). The same command continues once that is mended") }
    }

    private static func words(_ step: RolloutHub.Step) -> String {
        switch step {
        case .unasked: "not asked"
        case .away: "does not answer"
        case .off: "updates are off"
        case .ready: "can be updated"
        case .asked: "asked"
        case .updating: "installs"
        case .trial: "on trial"
        case .kept: "done"
        case .returning: "goes back"
        case .returned: "went back"
        case .failed: "needs a person"
        }
    }
}
