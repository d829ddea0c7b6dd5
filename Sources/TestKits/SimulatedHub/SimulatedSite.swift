internal import Curl
internal import Foundation
internal import HubRunner
package import Processes
internal import TestSupport
internal import VitalRecords

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A site with several hubs on one machine, each with its own state directory and devices.
///
/// All are created by the commands that a person would enter, and hubs reach the server over TLS.
package actor SimulatedSite {
    /// A failed command or hub, with its output.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The number of readings of one hub's cuff.
    package static let readingsOfAHub = 5

    /// The site's id.
    package static let name = "demo"

    private let folder: LineFolder
    private let simulators: Simulators
    private let cores: String?
    private let network: SimulatedNetwork?
    private let siteName: String
    private var running: [String: ChildProcess] = [:]

    /// Creates a site without running processes.
    ///
    /// - Parameters:
    ///   - cores: The processor cores for its processes, as a list for taskset(1); nil for all.
    ///   - network: The network in which each hub is a separate machine; nil to run all on this machine.
    ///   - siteName: The site's id, which must differ for a second site in the same folder.
    package init(
        _ folder: LineFolder,
        simulators: Simulators,
        cores: String? = nil,
        network: SimulatedNetwork? = nil,
        siteName: String = SimulatedSite.name
    ) {
        (self.folder, self.simulators, self.cores, self.network) = (folder, simulators, cores, network)
        self.siteName = siteName
    }

    /// The state directory of the server.
    package nonisolated var server: String { "\(folder.path)/\(siteName == Self.name ? "site" : siteName)" }
    /// The state directory of a hub.
    package nonisolated func state(of hub: String) -> String { "\(folder.path)/\(hub)" }
    /// The only person of a hub.
    package static func person(of hub: String) -> LinePerson {
        LinePerson(seat: hub, user: "user-\(hub)", token: "token-\(hub)")
    }

    /// Runs a command to its end.
    ///
    /// - Parameter hub: The hub on whose machine it runs; the server's when nil.
    /// - Returns: Its output.
    /// - Throws: ``Failure`` with its output if its exit code is not 0.
    @discardableResult
    package nonisolated func command(_ arguments: [String], at hub: String? = nil) async throws -> String {
        let (exit, text) = try await run(arguments, at: hub)
        guard exit == .code(0) else {
            throw Failure(description: "vitalbus \(arguments.prefix(2).joined(separator: " ")): \(text)")
        }
        return text
    }

    /// Runs a command to its end with any exit code, and kills one that makes no progress.
    ///
    /// - Parameter hub: The hub on whose machine it runs; the server's when nil.
    package nonisolated func run(_ arguments: [String], at hub: String? = nil) async throws -> (
        exit: ChildExit, text: String
    ) {
        let child = try await start(arguments, at: hub, output: .lines)
        let limit = Task {
            try await Patience.end(ofProgressOf: child.processID)
            await child.kill()
        }
        defer { limit.cancel() }
        var lines: [String] = []
        for await line in child.lines { lines.append(line) }
        return (await child.waitUntilExit(), lines.joined(separator: "\n"))
    }

    private nonisolated func start(_ arguments: [String], at hub: String?, output: ChildCommand.Output) async throws
        -> ChildProcess
    {
        let program = "\(ProgramFolder.path)/vitalbus"
        var (path, list) = (program, arguments)
        if let network, let hub { (path, list) = network.command(program, arguments: arguments, at: hub) }
        return try await ChildProcess.start(
            // Killed earlier on a slow machine, a hub would leave its broker behind.
            ChildCommand(path, arguments: list, output: output, stopTimeout: .seconds(60)).pinned(to: cores)
        )
    }

    /// Creates the site and starts its server.
    ///
    /// - Parameters:
    ///   - cloud: The base URL of the API.
    ///   - siteKey: The key of another site; nil for a new one.
    package func startServer(cloud: String, certificateDays: Int = 7, siteKey: String? = nil) async throws {
        try await makeServer(certificateDays: certificateDays, siteKey: siteKey)
        try await runServer(
            cloud: cloud,
            arguments: [
                "--share-values", "--set", "session-manager:retry.base=200ms", "--set", "session-manager:retry.cap=2s",
                "--set", "session-manager:rate.per-hour=0", "--set", "uploader:pull.interval=1s", "--set",
                "uploader:lookup.settle=1s",
            ]
        )
    }

    /// Creates the site without starting its server.
    package func makeServer(certificateDays: Int = 7, siteKey: String? = nil) async throws {
        let (broker, registrar) = (try FreePort.take(), try FreePort.take())
        try await command(
            [
                "site", "init", "--state", server, "--site", siteName, "--server-only", "--broker-port", "\(broker)",
                "--registrar-port", "\(registrar)", "--certificate-days", "\(certificateDays)",
            ] + (network?.servers ?? ["127.0.0.1"]).flatMap { ["--address", $0] }
                + (siteKey.map { ["--site-key", $0] } ?? [])
        )
    }

    /// Starts the server of an existing site.
    ///
    /// - Parameters:
    ///   - cloud: The base URL of the API, which takes repeats as updates.
    ///   - arguments: Additional arguments of `vitalbus up`.
    package func runServer(
        cloud: String,
        arguments: [String] = []
    ) async throws {
        try await up(
            "site",
            arguments: [
                "--state", server, "--inform-url", cloud, "--set", "uploader:destination.inform.repeats=upsert",
            ] + arguments,
            until: "registrar is online"
        )
    }

    /// The process id of the server's or a hub's `vitalbus up`; nil if it does not run.
    package func processID(of name: String) -> Int32? { running[name]?.processID }

    /// Runs `vitalbus up` and waits for a line.
    private func up(
        _ name: String,
        arguments: [String],
        at hub: String? = nil,
        until line: String
    ) async throws {
        let log = "\(folder.path)/\(name == "site" ? URL(filePath: server).lastPathComponent : name).up.log"
        let child = try await start(["up", "--no-table"] + arguments, at: hub, output: .file(log))
        running[name] = child
        var patience = Patience()
        while !patience.isOver {
            // Absent is nil: the log is created with its first line.
            let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if text.contains(line) { return }
            guard child.exit == nil else { throw Failure(description: "\(name) does not run: \(text)") }
            try await patience.pause()
        }
        throw Failure(description: "\(name) does not say '\(line)'; see \(log)")
    }

    /// Adds a hub on the server; its machine joins with the bundle.
    ///
    /// - Parameter hasOwnBroker: Whether the hub runs a broker that is linked to the site's.
    package func addHub(_ hub: String, hasOwnBroker: Bool = false) async throws {
        let bundle = "\(folder.path)/\(hub).bundle"
        try await command(["hub", "add", hub, "--state", server, "--out", bundle])
        let own = hasOwnBroker ? ["--own-broker"] : []
        try await command(["join", bundle, "--state", state(of: hub)] + own, at: hub)
    }

    /// Starts a joined hub, which hears the devices of its own radio.
    ///
    /// - Parameter config: The hub's configuration file, for example with a queue limit of its own broker.
    package func startHub(_ hub: String, hasRadio: Bool = true, config: String? = nil) async throws {
        var arguments = ["--state", state(of: hub), "--radio", hasRadio ? "bluetooth" : "none"]
        if let config { arguments += ["--config", config] }
        if hasRadio {
            arguments += [
                "--bus-address", simulators.busAddress(of: SimulatedRadio(hub)), "--set", "ble-scanner:lost-after=3s",
                "--set", "device-reader:passive.rearm=1s", "--set", "device-reader:passive.rearm-advertising=3s",
            ]
        }
        try await up(hub, arguments: arguments, at: hub, until: "health-importer is online")
    }

    /// Starts the session of a hub's person, assigns the cuff to the person, and lets it measure.
    ///
    /// - Parameters:
    ///   - number: The hub's number, from 1; all hubs' readings differ.
    ///   - count: How often the cuff measures.
    package func startPerson(of hub: String, number: Int, count: Int = readingsOfAHub) async throws {
        try await admit(Self.person(of: hub), number: number)
        try await patiently {
            try await self.command(["passive", "set", "3000", "--state", self.server, "--hub", hub])
        }
        let scenario = LineScenario.cuff(Self.address(number), number: number, count: count)
        try await simulators.startDevices(scenario: scenario, around: SimulatedRadio(hub))
    }

    /// Lets a hub's cuff measure once more.
    package func measure(at hub: String, number: Int) async throws {
        let values = #""systolic": \#(110 + number), "diastolic": 90, "pulse": 60"#
        let request = #"{"do": "measure", "device": "\#(Self.address(number))", \#(values)}"#
        try await simulators.control(request, around: SimulatedRadio(hub))
    }

    /// Starts a person's session, and assigns a hub's cuff to the person.
    ///
    /// - Parameter number: That hub's number.
    package func admit(_ person: LinePerson, number: Int) async throws {
        let token = "\(folder.path)/\(person.user).token"
        try SecretText.write(person.token, to: token)
        try await patiently {
            try await self.command([
                "session", "start", "--state", self.server, "--seat", person.seat, "--user", person.user,
                "--organization",
                LineSetup.organization, "--token-file", token,
            ])
        }
        let device = try LineSetup.device(Self.address(number), siteKey: "\(server)/site-key").description
        // The broker may restart after a hub was added.
        try await patiently {
            try await self.command([
                "device", "assign", device, "--state", self.server, "--seat", person.seat, "--unseen", "--from",
                Self.aMinuteAgo,
            ])
        }
    }

    /// The address of a hub's cuff.
    private static func address(_ number: Int) -> String {
        "F0:0D:00:00:01:\(number < 16 ? "0" : "")\(String(number, radix: 16, uppercase: true))"
    }

    private static var aMinuteAgo: String { Date(timeIntervalSinceNow: -60).ISO8601Format() }

    /// Repeats a command until the actors that it needs are available.
    private func patiently(_ body: () async throws -> Void) async throws {
        try await Patience.again(body) { $0 is Failure }
    }

    /// Kills the broker of a hub, or of the server (`site`); `vitalbus up` starts it again.
    ///
    /// - Throws: ``Failure`` if none runs.
    package nonisolated func killBroker(of name: String) throws {
        let path = "\(folder.path)/\(name)/broker/mosquitto.pid"
        // Absent is nil: without the file no broker runs.
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        guard let processID = Int32(text.prefix { $0.isNumber }), processID > 1 else {
            throw Failure(description: "\(path) names no process")
        }
        _ = kill(processID, SIGKILL)
    }

    /// Ends a hub or the server, either in order or like a power cut.
    package func stop(_ name: String, isKilled: Bool = false) async {
        guard let child = running.removeValue(forKey: name) else { return }
        if isKilled { await child.kill() } else { await child.stop() }
    }

    /// Ends a hub like a power cut, once the cloud has all that its cuff's Bluetooth daemon, now halted, has confirmed.
    ///
    /// A reading that the daemon has confirmed to the cuff but not yet passed on cannot be recovered.
    ///
    /// - Throws: `NeverHappened`.
    package nonisolated func cutPower(of hub: String) async throws {
        let (radio, user) = (SimulatedRadio(hub), Self.person(of: hub).user)
        try await eventually("the confirmed readings of \(hub) at the cloud") {
            try await simulators.haltDevices(around: radio)
            if recordsAtCloud()[user] ?? 0 >= GroundTruth(folder.truth(radio)).confirmed { return true }
            await simulators.resumeDevices(around: radio)
            return false
        }
        await stop(hub, isKilled: true)
        await simulators.resumeDevices(around: radio)
    }

    /// Ends the hubs, then the server.
    package func stop() async {
        for name in running.keys where name != "site" { await stop(name) }
        await stop("site")
    }

    /// The distinct records of each person at the cloud.
    package nonisolated func recordsAtCloud() -> [String: Int] {
        // Absent is nil: a cloud without records has no journal.
        let text = (try? String(contentsOfFile: folder.journal, encoding: .utf8)) ?? ""
        var ids: [String: Set<String>] = [:]
        for line in text.split(separator: "\n") {
            guard let entry = try? JSONDecoder().decode(CloudLine.self, from: Data(line.utf8)) else { continue }
            ids[entry.record.user, default: []].insert(entry.record.logID)
        }
        return ids.mapValues(\.count)
    }

    private struct CloudLine: Decodable {
        struct Record: Decodable {
            let user: String
            let logID: String
        }
        let record: Record
    }
}

/// A file that only its owner may read.
private enum SecretText {
    static func write(_ text: String, to path: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path,
                contents: Data(text.utf8),
                attributes: [.posixPermissions: 0o600]
            )
        else { throw SimulatedSite.Failure(description: "\(path) cannot be written") }
    }
}
