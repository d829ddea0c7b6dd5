import DBus
import Foundation
import TestSupport
import Testing

@testable import BlueZSimulator

/// The built executable, started as the system tests start it.
@Suite struct ExecutableTests {
    private static var executable: URL {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        // The test bundle is in the executables' folder.
        return [folder, folder.deletingLastPathComponent()].map { $0.appending(path: "bluez-simulator") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) } ?? folder
    }

    @Test("It starts its own bus, prints the address, serves org.bluez, and ends cleanly on SIGTERM")
    func privateBus() async throws {
        let folder = URL(filePath: ShortPath.make("bzs"))
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scenario = folder.appending(path: "scenario.json")
        try Data(#"{"devices": [{"address": "F0:0D:00:00:00:01", "measurements": [{}]}]}"#.utf8).write(to: scenario)
        let output = Pipe()
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = ["--private-bus", folder.path, "--scenario", scenario.path, "--speed", "10"]
        process.standardOutput = output
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        var text = ""
        while !text.contains("advertising") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { break }
            text += String(decoding: data, as: UTF8.self)
        }
        let lines = try text.split(separator: "\n").map {
            try JSONDecoder().decode(GroundTruthEvent.self, from: Data($0.utf8))
        }
        #expect(lines.prefix(4).map(\.event) == [.ready, .daemonStarted, .measured, .advertising])
        let address = try #require(lines.first?.address)
        #expect(address == "unix:path=\(folder.path)/bus")
        let client = DBusConnection(address: DBusAddress(address))
        try await client.connect()
        #expect(try await client.nameOwner(of: BlueZName.service) != nil)
        await client.close()
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        #expect(process.terminationReason == .exit)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["scenario.json"])
    }

    @Test("It serves the control line: requests, live events, and the end")
    func control() async throws {
        let folder = URL(filePath: ShortPath.make("bzs"))
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scenario = folder.appending(path: "scenario.json")
        try Data(#"{"devices": [{"address": "F0:0D:00:00:00:01", "profile": "glucose"}]}"#.utf8).write(to: scenario)
        let socket = folder.appending(path: "control").path
        let output = Pipe()
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = ["--private-bus", folder.path, "--scenario", scenario.path, "--control", socket]
        process.standardOutput = output
        try process.run()
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        // The first line shows that both sockets exist.
        let first = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        #expect(first.contains(socket))
        let answers = try await ControlClient.ask(
            [
                #"{"do": "measure", "device": "F0:0D:00:00:00:01", "milligramsPerDecilitre": 100, "id": 7}"#,
                #"{"do": "nonsense"}"#, #"{"do": "events"}"#, #"{"do": "quit"}"#,
            ],
            at: socket
        )
        #expect(answers.contains { $0.hasPrefix(#"{"id":7,"ok":{"frames":[{"characteristic":"2a18""#) })
        #expect(answers.contains { $0.hasPrefix(#"{"error":{"code":"invalid""#) })
        #expect(answers.contains { $0.contains(#""event":"measured""#) })
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(
        "Wrong options and a wrong scenario end with an error",
        arguments: [
            ["--scenario", "/nonexistent"], ["--bus-address", "x", "--private-bus", "y", "--scenario", "/dev/null"],
            ["--bus-address", "unix:path=/nonexistent", "--scenario", "/nonexistent"],
            ["--bus-address", "unix:path=/nonexistent", "--scenario", "/dev/null"],
        ]
    )
    func refused(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = Self.executable
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus != 0)
        #expect(process.terminationReason == .exit)
    }
}
