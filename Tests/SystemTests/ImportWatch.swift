import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import Processes
import SimulatedHub
import TestSupport

/// Requests and checks that the importer's tests share.
struct ImportWatch: Sendable {
    let line: RunningLine

    /// Imports steps and weights with a small outbox, so that an import takes a while.
    static func settings(_ more: [String: String] = [:]) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        let own = ["settle": "300ms", "home.zone": "UTC", "outbox.limit": "100"]
        settings.configuration["health-importer"] = own.merging(more) { $1 }
        return settings
    }

    /// Writes an export into the run's folder.
    func write(_ name: String, _ export: SmallExport) throws -> String {
        try line.folder.write(name, text: export.text)
    }

    /// Runs `vitalbus import`.
    func command(_ path: String, _ more: [String] = []) async throws -> ProgramRun {
        try await ProgramRun("vitalbus", ["import", path, "--zone", "UTC"] + more)
    }

    /// Runs `vitalbus import` for the line's seat, once the importer is there.
    func send(_ path: String, _ more: [String] = []) async throws -> ProgramRun {
        try await line.states.waitForOnline("health-importer")
        return try await command(path, ["--state", line.folder.state, "--seat", LineSetup.seat] + more)
    }

    /// Calls the importer.
    func call<Body: Codable & Sendable, Reply: Codable & Sendable>(
        _ operation: MessageBus.Operation<Body, Reply>,
        _ body: Body
    ) async throws -> Reply {
        try await LineSetup.patiently {
            try await line.connection.requests.call(operation, hub: LineSetup.hub, body: body, timeout: Patience.answer)
        }
    }

    /// Subscribes the line's session.
    func subscribe(_ types: [String], intraday: Bool? = nil) async throws {
        _ = try await LineSetup.patiently {
            try await line.connection.requests.call(
                SessionOperations.setSubscriptions,
                hub: BusAddress.siteHub,
                body: SetSubscriptions(seat: LineSetup.seat, sampleTypes: types, processIntraday: intraday),
                timeout: Patience.answer
            )
        }
    }

    /// Waits until an import has ended, by default the latest one.
    func end(of id: String? = nil, count: Int = 1) async throws -> ImportState {
        let found = Found()
        try await line.wait("the import's end") {
            let list = try await call(HealthTopics.imports, ImportsRequest(importID: id)).imports
            guard list.count >= count, let latest = list.first, !["waiting", "running"].contains(latest.state) else {
                return false
            }
            await found.set(latest)
            return true
        }
        guard let state = await found.state else { throw NoImport() }
        return state
    }

    /// The number of submitted records of each type; a repeated log id counts once, with its latest type.
    func types() async throws -> [String: Int] {
        struct Told: Decodable { let record: Record }
        struct Record: Decodable { let logID: String, type: String }
        var types: [String: String] = [:]
        for told in try await line.told("recordSubmitted") {
            let record = try JSONDecoder().decode(Told.self, from: Data(told.data.utf8)).record
            types[record.logID] = record.type
        }
        return Dictionary(grouping: types.values) { $0 }.mapValues(\.count)
    }
}

private struct NoImport: Error {}

private actor Found {
    var state: ImportState?
    func set(_ state: ImportState) { self.state = state }
}
