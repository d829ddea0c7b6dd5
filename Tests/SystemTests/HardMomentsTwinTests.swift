import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A second process with the name of a running one but another state directory: they share only the bus, not a lock.
@Suite(.serialized) struct HardMomentsTwinTests {
    /// A child's arguments with another state directory, as a wrong unit file gives them.
    private func twin(_ hub: HubFolder, _ child: String, _ name: String = "twin") throws -> [String] {
        let state = "\(hub.plan.layout.state)-\(name)"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        return try hub.arguments(child).map { $0.hasPrefix("state.directory=") ? "state.directory=\(state)" : $0 }
            + ["--set", "site-key.file=\(hub.plan.layout.siteKey)"]
    }

    /// Makes the next start of a process use the number after this one.
    private static func count(_ number: Int64, in folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("\(number)".utf8).write(to: URL(filePath: "\(folder)/epoch"))
    }

    /// The start number of the process that is the session manager on the bus.
    private func epoch(_ connection: HubConnection) async throws -> Int64? {
        let filter = try PresenceTopics.info.filter(site: "s", hub: "site", values: ["actor": "session-manager"])
        let infos = try await connection.client.bus.subscribe(to: [filter])
        defer { infos.cancel() }
        let limit = Task {
            try await Patience.end()
            infos.cancel()
        }
        defer { limit.cancel() }
        return try await infos.first { _ in true }.map { try Envelope<ActorInfo>.decode($0.payload).data.epoch }
    }

    private func expectAnswers(_ connection: HubConnection) async throws {
        let devices = try await connection.requests.call(
            SessionOperations.devices,
            hub: "site",
            body: PageRequest(),
            timeout: Patience.answer
        )
        #expect(devices.assignments.isEmpty)
    }

    @Test(arguments: ["session-manager", "uploader-u1"])
    func aTwinWithAnotherStateDirectoryRefusesToServe(child: String) async throws {
        try await HubFolder.with(phases: [.site]) { hub in
            let program = child.hasPrefix("uploader") ? "uploader" : child
            #expect(try await hub.waitUntilOnline(program))
            let pid = try String(contentsOfFile: hub.plan.layout.processID(child), encoding: .utf8)
            let run = try await ProgramRun(
                program,
                twin(hub, child) + ["--set", "log.level=critical"]
            )
            #expect(run.exit == .code(75), "\(run.text)")
            #expect(run.lines.count == 1, "\(run.text)")
            #expect(run.text.contains("alreadyRunning") && run.text.contains("Stop that one"), "\(run.text)")
            #expect(run.text.contains("site.\(program)") && run.text.contains("version 0."), "\(run.text)")
            // The running process was not disturbed.
            #expect(try await hub.waitUntilOnline(program))
            #expect(try String(contentsOfFile: hub.plan.layout.processID(child), encoding: .utf8) == pid)
            if child == "session-manager" {
                try await HubConnection.with(try HubRun.target(hub.plan), patience: Patience.answer) {
                    try await expectAnswers($0)
                }
            }
        }
    }

    /// Neither finds the other before both take the name: the broker's message decides, and one remains.
    ///
    /// They may have the same start number, since two clocks at one site can show the same millisecond.
    @Test(arguments: [nil, Int64(1) << 60]) func ofTwoThatStartAtOnceOneStays(number: Int64?) async throws {
        try await HubFolder.with { hub in
            let starts = try ["a", "b"].map { name in
                let arguments = try twin(hub, "session-manager", name)
                let folder = "\(hub.plan.layout.state)-\(name)/site.session-manager.main"
                if let number { try Self.count(number, in: folder) }
                return arguments
            }
            async let starting = ProgramRun.start("session-manager", starts[0])
            let second = try await ProgramRun.start("session-manager", starts[1])
            let twins = [try await starting, second]
            try await eventually("one of them leaves") { twins.contains { $0.exit != nil } }
            #expect(twins.compactMap(\.exit) == [.code(75)])
            #expect(try await hub.waitUntilOnline("session-manager"))
            try await HubConnection.with(try HubRun.target(hub.plan), patience: Patience.answer) {
                try await expectAnswers($0)
            }
            for twin in twins where twin.exit == nil { #expect(await twin.stop() == .code(0)) }
        }
    }

    /// A hung process does not answer: its successor takes the name, and the first one exits when it wakes up.
    @Test func aProcessThatHungLeavesToItsSuccessor() async throws {
        try await HubFolder.with { hub in
            let hung = try await ProgramRun.start("session-manager", twin(hub, "session-manager", "a"))
            #expect(try await hub.waitUntilOnline("session-manager"))
            try await HubConnection.with(try HubRun.target(hub.plan), patience: Patience.answer) { connection in
                try await expectAnswers(connection)
                let first = try await epoch(connection)
                try await halt(hung.processID)
                let next = try await ProgramRun.start("session-manager", twin(hub, "session-manager", "b"))
                try await eventually("its successor") { try await epoch(connection) != first }
                let second = try await epoch(connection)
                hung.send(SIGCONT)
                let limit = Task {
                    try await Patience.end()
                    await hung.kill()
                }
                let exit = await hung.waitUntilExit()
                limit.cancel()
                let last = await hung.lines.reduce(into: []) { $0.append($1) }.suffix(8).joined(separator: "\n")
                #expect(exit == .code(75), "\(exit): \(last)")
                #expect(next.exit == nil)
                try await expectAnswers(connection)
                #expect(try await epoch(connection) == second)
                #expect(await next.stop() == .code(0))
            }
        }
    }
}
