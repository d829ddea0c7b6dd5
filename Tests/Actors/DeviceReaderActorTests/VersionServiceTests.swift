import BusContract
import Foundation
import Logging
import MessageBus
import Outbox
import StoreEngine
import TestSupport
import Testing

@testable import DeviceReaderActor

/// What a hub answers the site's registrar, and what it hands to root's unit.
@Suite struct VersionServiceTests {
    private struct Folder {
        let path: String
        let service: VersionService

        func status(_ text: String) throws {
            try text.write(toFile: "\(path)/status", atomically: true, encoding: .utf8)
        }

        // Absent is nil: nothing was asked.
        var request: String? { try? String(contentsOfFile: "\(path)/update/request", encoding: .utf8) }

        func answer(
            _ version: String? = nil,
            keeps: Bool? = nil,
            by caller: String = "registrar",
            at hub: String = "site"
        ) async throws -> HubVersion {
            try await service.answer(
                InstallVersion(version: version, keeps: keeps),
                caller: try BusAddress(site: "home", hub: hub, actor: caller, instance: "main")
            )
        }
    }

    /// The code of a refused request; nil for one that is answered.
    private func refusal(
        _ folder: Folder,
        _ version: String,
        by caller: String = "registrar",
        at hub: String = "site"
    ) async throws -> BusErrorCode? {
        do {
            _ = try await folder.answer(version, by: caller, at: hub)
            return nil
        } catch let error as BusError {
            return error.code
        }
    }

    private func with(isInstalled: Bool = true, _ body: (Folder) async throws -> Void) async throws {
        let path = ShortPath.make("vbv")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try await OutboxStore.open(StoreConfiguration(path: "\(path)/outbox.sqlite"))
        let service = VersionService(
            hub: "room-1",
            desk: UpdateDesk(status: "\(path)/status", request: isInstalled ? "\(path)/update/request" : nil),
            store: store,
            environment: .system,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await body(Folder(path: path, service: service))
        try await store.close()
    }

    @Test func withoutRootsUnitNothingIsAsked() async throws {
        try await with { folder in
            let answer = try await folder.answer("0.2.0")
            #expect(answer == HubVersion(hub: "room-1", step: .off))
            #expect(folder.request == nil)
        }
        // A hub that runs by 'vitalbus up' has no unit, whatever the machine has.
        try await with(isInstalled: false) { folder in
            try folder.status("idle 0.1.0 - -\n")
            let answer = try await folder.answer("0.2.0")
            #expect(answer.step == .off)
        }
    }

    @Test func aVersionIsHandedOver() async throws {
        try await with { folder in
            try folder.status("returned 0.1.0 - notKept\n")
            let old = try await folder.answer()
            #expect(old == HubVersion(hub: "room-1", step: .returned, version: "0.1.0", problem: .notKept))
            #expect(folder.request == nil)
            // Until root's unit takes it, the older status does not count.
            let asked = try await folder.answer("0.2.0")
            #expect(asked == HubVersion(hub: "room-1", step: .installing, version: "0.1.0"))
            #expect(folder.request == "0.2.0\n")
            try folder.status("trial 0.2.0 0.1.0 -\n")
            let trial = try await folder.answer("0.2.0", keeps: true)
            #expect(trial == HubVersion(hub: "room-1", step: .trial, version: "0.2.0", previous: "0.1.0"))
            #expect(folder.request == "0.2.0 keep\n")
            try folder.status("idle 0.2.0 0.1.0 -\n")
            let kept = try await folder.answer()
            #expect(kept.step == .idle)
        }
    }

    /// Root's part would not take it any more, so the hub is not between two versions.
    @Test func aRequestThatIsNotTakenCountsForFiveMinutes() async throws {
        try await with { folder in
            try folder.status("idle 0.1.0 - -\n")
            _ = try await folder.answer("0.2.0")
            for (age, step) in [(290.0, HubVersion.Step.installing), (310, .idle)] {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age)],
                    ofItemAtPath: "\(folder.path)/update/request"
                )
                let state = try await folder.answer()
                #expect(state.step == step, "after \(age) s")
            }
        }
    }

    @Test(arguments: [
        "", "0.2.0-", "0.2.0+", "0.2.0 keep", "0.2.0;reboot", "-0.2.0", "v0.2.0", "1:0.2.0", "0.2.0\n", "٢",
    ])
    func whatIsNoVersionIsRefused(text: String) async throws {
        try await with { folder in
            try folder.status("idle 0.1.0 - -\n")
            let code = try await refusal(folder, text)
            #expect(code == .invalidArgument && folder.request == nil)
        }
    }

    @Test(arguments: [("session-manager", "site"), ("registrar", "room-1"), ("vitalbus", "site")])
    func onlyTheRegistrarIsBelieved(caller: String, hub: String) async throws {
        try await with { folder in
            try folder.status("idle 0.1.0 - -\n")
            let code = try await refusal(folder, "0.2.0", by: caller, at: hub)
            #expect(code == .notAuthorized && folder.request == nil)
        }
    }
}
