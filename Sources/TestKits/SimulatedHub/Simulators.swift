internal import BlueZSimulator
internal import Foundation
internal import HubRunner
package import Processes
internal import TestSupport

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The simulated devices and the simulated cloud, as child processes.
package actor Simulators {
    /// The error that a simulator does not start.
    struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Ready: Decodable {
        let event: String
        let port: Int?
    }

    private let folder: LineFolder
    private let cores: String?
    private var running: [ChildProcess] = []
    private var devices: [SimulatedRadio: ChildProcess] = [:]

    /// Makes simulators; none runs yet.
    ///
    /// - Parameter cores: The processor cores that they run on, as taskset(1) names them; all when nil.
    package init(_ folder: LineFolder, cores: String? = nil) {
        (self.folder, self.cores) = (folder, cores)
    }

    /// The process id of the cloud; nil if it does not run.
    package private(set) var cloudProcessID: Int32?

    /// Runs an operation with simulators in their own folder, then removes both, even after an error.
    ///
    /// - Parameter cleanUp: Called with the folder before it is removed.
    package static func with<Result: Sendable>(
        cleanUp: (LineFolder) -> Void = { _ in },
        _ operation: (LineFolder, Simulators) async throws -> Result
    ) async throws -> Result {
        let folder = try LineFolder(nil)
        let simulators = Simulators(folder)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(try await operation(folder, simulators))
        } catch {
            result = .failure(error)
        }
        await simulators.stop()
        cleanUp(folder)
        folder.remove()
        return try result.get()
    }

    /// Starts the cloud and returns its base URL.
    ///
    /// - Parameter people: The people who may write; by default the one person of ``LineSetup``.
    package func startServer(
        faults: String,
        repeats: String = "upsert",
        listLag: Double = 0,
        people: [LinePerson] = [LineSetup.person]
    ) async throws -> String {
        let file = try folder.write("faults.json", text: faults)
        let users = people.flatMap { ["--user", "\(LineSetup.organization):\($0.user):\($0.token)"] }
        let (ready, child) = try await start(
            "validic-simulator",
            arguments: users + [
                "--repeats", repeats, "--list-lag", "\(listLag)", "--faults", file, "--journal", folder.journal,
            ],
            log: "\(folder.path)/validic-simulator.log"
        )
        guard let port = ready.port else { throw Failure(description: "validic-simulator told no port") }
        cloudProcessID = child.processID
        return "http://127.0.0.1:\(port)"
    }

    /// Starts the devices on a private bus with a control socket, at the start of a second.
    ///
    /// Device clocks have whole seconds, so a reading from the first second of a session may predate the session and is
    /// rightly held. Starting the devices after the session avoids that.
    package func startDevices(scenario: String, around radio: SimulatedRadio = .first) async throws {
        let file = try folder.write("scenario-\(radio.name).json", text: scenario)
        devices[radio] = try await start(
            "bluez-simulator",
            arguments: [
                "--private-bus", folder.bus(radio), "--scenario", file, "--control", folder.control(radio),
            ],
            log: folder.truth(radio)
        ).child
    }

    /// Stops the devices and their bus.
    package func stopDevices(around radio: SimulatedRadio = .first) async {
        await devices.removeValue(forKey: radio)?.stop()
    }

    /// Halts the devices' daemon; its bus keeps running.
    package func haltDevices(around radio: SimulatedRadio = .first) async throws {
        if let daemon = devices[radio] { try await halt(daemon.processID) }
    }

    /// Resumes the devices' daemon.
    package func resumeDevices(around radio: SimulatedRadio = .first) { devices[radio]?.send(SIGCONT) }

    /// Sends a request to the devices' control socket; the simulator's README lists the requests.
    ///
    /// - Throws: The refusal, or a failure to connect.
    package nonisolated func control(_ request: String, around radio: SimulatedRadio = .first) async throws {
        let answer = try await ControlClient.ask([request], at: folder.control(radio), answers: 1).first ?? "nothing"
        guard answer.contains("\"ok\"") else { throw Failure(description: "\(request) was answered by \(answer)") }
    }

    /// The D-Bus address of the devices' bus.
    package nonisolated var busAddress: String { busAddress(of: .first) }

    /// The D-Bus address of a radio's bus.
    package nonisolated func busAddress(of radio: SimulatedRadio) -> String { "unix:path=\(folder.bus(radio))/bus" }

    /// Starts a process of a hub, which will be stopped before the devices.
    ///
    /// - Throws: ``ProcessError``.
    func start(_ spec: ChildSpec) async throws {
        running.append(
            try await ChildProcess.start(
                spec.command()
            )
        )
    }

    /// Stops everything.
    package func stop() async {
        for child in running.reversed() { await child.stop() }
        running = []
    }

    @discardableResult
    private func start(
        _ name: String,
        arguments: [String],
        log: String
    ) async throws -> (ready: Ready, child: ChildProcess) {
        let program = "\(ProgramFolder.path)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Failure(description: "there is no \(name) in \(ProgramFolder.path): run 'tools/dev build'")
        }
        // Removes the log of an earlier run in a named directory.
        try? FileManager.default.removeItem(atPath: log)
        let child = try await ChildProcess.start(
            ChildCommand(program, arguments: arguments, output: .file(log), stopTimeout: .seconds(30)).pinned(to: cores)
        )
        running.append(child)
        var patience = Patience()
        while child.exit == nil, !patience.isOver {
            if let ready = Self.ready(log) { return (ready, child) }
            try await patience.pause()
        }
        throw Failure(description: "\(name) was not ready; its log says why: \(log)")
    }

    private static func ready(_ log: String) -> Ready? {
        let text = (try? String(contentsOf: URL(filePath: log), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").lazy.compactMap { line in
            try? JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        }.first { $0.event == "ready" }
    }
}

/// A simulated radio of a run, with its own bus and its own devices around it.
package struct SimulatedRadio: Sendable, Hashable {
    /// Its name in file names.
    package let name: String

    /// Creates a radio with a name.
    package init(_ name: String) {
        self.name = name
    }

    /// The only radio, or the first of several.
    package static let first = Self("1")
    /// The radio of the second hub.
    package static let second = Self("2")
}

extension ChildCommand {
    /// The command on some processor cores only, as taskset(1) names them; on all when nil.
    package func pinned(to cores: String?) -> ChildCommand {
        guard let cores else { return self }
        var command = self
        command.arguments = ["-c", cores, executable] + arguments
        command.executable = "taskset"
        return command
    }
}
