internal import Foundation
internal import HubRunner
internal import Processes

/// The simulated devices and the simulated cloud, as child processes beside this program.
package actor Simulators {
    /// A simulator does not come up.
    struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Ready: Decodable {
        let event: String
        let port: Int?
    }

    private let folder: LineFolder
    private var running: [ChildProcess] = []
    private var devices: ChildProcess?

    package init(_ folder: LineFolder) {
        self.folder = folder
    }

    /// Runs an operation with simulators in a folder of their own; both are gone afterwards, also after an error.
    ///
    /// - Parameter cleanUp: What is done to the folder before it is removed.
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
    /// - Parameter people: Who may write; the one person of ``LineSetup`` by default.
    package func startServer(
        faults: String,
        repeats: String = "upsert",
        people: [LinePerson] = [LineSetup.person]
    ) async throws -> String {
        let file = try folder.write("faults.json", faults)
        let users = people.flatMap { ["--user", "\(LineSetup.organization):\($0.user):\($0.token)"] }
        let ready = try await start(
            "validic-simulator",
            users + ["--repeats", repeats, "--faults", file, "--journal", folder.journal],
            log: "\(folder.path)/validic-simulator.log"
        )
        guard let port = ready.port else { throw Failure(description: "validic-simulator told no port") }
        return "http://127.0.0.1:\(port)"
    }

    /// Starts the devices on a private bus.
    package func startDevices(scenario: String) async throws {
        let file = try folder.write("scenario.json", scenario)
        try await start(
            "bluez-simulator",
            ["--private-bus", folder.bus, "--scenario", file],
            log: folder.truth
        )
        devices = running.last
    }

    /// Sends the devices' daemon a signal; its bus goes on.
    package func signalDevices(_ signal: Int32) { devices?.send(signal) }

    /// The D-Bus address of the devices' bus.
    package nonisolated var busAddress: String { "unix:path=\(folder.bus)/bus" }

    /// Stops all.
    package func stop() async {
        for child in running.reversed() { await child.stop() }
        running = []
    }

    @discardableResult
    private func start(_ name: String, _ arguments: [String], log: String) async throws -> Ready {
        let program = "\(ProgramFolder.path)/\(name)"
        guard FileManager.default.isExecutableFile(atPath: program) else {
            throw Failure(description: "there is no \(name) in \(ProgramFolder.path): run 'tools/dev build'")
        }
        // What an earlier run left in a named directory is not this run's.
        try? FileManager.default.removeItem(atPath: log)
        let child = try await ChildProcess.start(
            ChildCommand(program, arguments, output: .file(log), stopTimeout: .seconds(5))
        )
        running.append(child)
        let end = ContinuousClock.now + .seconds(30)
        while child.exit == nil, ContinuousClock.now < end {
            if let ready = Self.ready(log) { return ready }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Failure(description: "\(name) was not ready in 30 s; its log says why: \(log)")
    }

    private static func ready(_ log: String) -> Ready? {
        let text = (try? String(contentsOf: URL(filePath: log), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").lazy.compactMap { line in
            try? JSONDecoder().decode(Ready.self, from: Data(line.utf8))
        }.first { $0.event == "ready" }
    }
}
