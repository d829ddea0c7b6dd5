import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Synchronization
import Testing

@Suite struct HealthTests {
    private let state = FileManager.default.temporaryDirectory.appending(path: "vb-health-\(UUID().uuidString)").path
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let mass = "HKQuantityTypeIdentifierBodyMass"

    /// The requests to the actors.
    private final class Asked: Sendable {
        let subscriptions = Mutex<SetSubscriptions?>(nil)
        let folders = Mutex<ObserveFolders?>(nil)
        let fetch = Mutex<FetchHistoricalSets?>(nil)
    }

    private static func subscriptions(_ types: [String], _ intraday: Bool) -> Subscriptions {
        Subscriptions(
            seat: "bed-a",
            sessionID: "s",
            person: "p",
            apiVersion: "inform",
            defaultUser: false,
            startedAt: Date(timeIntervalSince1970: 0),
            sampleTypes: types,
            processIntraday: intraday,
            warnings: types.contains("HKCategoryTypeIdentifierMenstrualFlow") ? ["legacy only"] : []
        )
    }

    private func session(_ arguments: [String]) async throws -> (outcome: Shell.Outcome, body: SetSubscriptions?) {
        let asked = Asked()
        let handlers = [
            RequestHandler(SessionOperations.sampleTypes) { body, _ in
                SampleTypes(set: body.set, sampleTypes: body.set == "routine" ? [Self.steps] : [Self.mass])
            },
            RequestHandler(SessionOperations.subscriptions) { _, _ in Self.subscriptions([Self.steps], false) },
            RequestHandler(SessionOperations.setSubscriptions) { body, _ in
                asked.subscriptions.withLock { $0 = body }
                return Self.subscriptions(body.sampleTypes ?? [Self.steps], body.processIntraday ?? false)
            },
        ]
        let broker = InMemoryBroker()
        let outcome = try await Shell.serving("session-manager", hub: BusAddress.siteHub, handlers, on: broker) {
            await Shell(broker).run(["health"] + arguments + ["--state", state])
        }
        return (outcome, asked.subscriptions.withLock { $0 })
    }

    private func importer(
        _ arguments: [String],
        refusal: BusError? = nil
    ) async throws -> (outcome: Shell.Outcome, asked: Asked) {
        let asked = Asked()
        let done = ImportState(
            seat: "bed-a",
            hub: "h",
            importID: "f1",
            origin: "fetch",
            state: "done",
            created: 3,
            unchanged: 4
        )
        var held = done
        held.state = "held"
        held.error = WireFault(code: "anotherPerson", message: "it is another person's", retriable: false)
        let all = [held]
        let handlers = [
            RequestHandler(HealthTopics.observe) { body, _ in
                asked.folders.withLock { $0 = body }
                return ObservedFolders(folders: (body.paths ?? ["/a"]).map { .init(seat: "bed-a", path: $0) })
            },
            RequestHandler(HealthTopics.fetchHistoricalSets) { body, _ in
                asked.fetch.withLock { $0 = body }
                return HistoricalFetch(
                    seat: body.seat,
                    fetchID: "f1",
                    sets: ["routine"],
                    from: body.from,
                    to: "2026-03-02",
                    warnings: ["intraday is off"]
                )
            },
            RequestHandler(HealthTopics.cancelHistoricalFetch) { _, _ in CancelledFetches(fetchIDs: ["f1"]) },
            RequestHandler(HealthTopics.imports) { body, _ in
                if let refusal { throw refusal }
                return ImportList(imports: body.importID == nil ? all : [done])
            },
        ]
        let broker = InMemoryBroker()
        let outcome = try await Shell.serving("health-importer", hub: "h", handlers, on: broker) {
            await Shell(broker).run(["health"] + arguments + ["--state", state])
        }
        return (outcome, asked)
    }

    /// The command retries only if the importer is absent.
    @Test func anImporterThatRefusesToTellEndsTheWait() async throws {
        let outcome = try await importer(
            ["fetch", "--seat", "bed-a", "routine", "--from", "2026-03-01"],
            refusal: BusError(.unauthorized, message: "not for you")
        ).outcome
        #expect(outcome.code != 0)
        #expect(outcome.err.joined().contains("not for you"))
    }

    @Test func aSetsTypesAreShown() async throws {
        #expect(try await session(["types", "Routine"]).outcome.out == [Self.steps])
        let wrong = try await session(["types", "steps"]).outcome
        #expect(wrong.code == 65)
        #expect(wrong.err.joined().contains("unknown set 'steps'; use one of routine, "))
    }

    @Test func setsAndTypesAreSubscribedTogether() async throws {
        let flow = "HKCategoryTypeIdentifierMenstrualFlow"
        let (both, body) = try await session(["subscribe", "--seat", "bed-a", "routine", "weight", "--type", flow])
        #expect(both.code == 0)
        #expect(Set(body?.sampleTypes ?? []) == [Self.steps, Self.mass, flow])
        #expect(body?.processIntraday == nil)
        #expect(both.out.last == "seat bed-a accepts 3 types, no intraday")
        #expect(both.err == ["vitalbus: legacy only"])
    }

    @Test func subscriptionsStopAndAreShown() async throws {
        let (none, stop) = try await session(["subscribe", "--seat", "bed-a", "--none"])
        #expect(none.out == ["seat bed-a accepts 0 types, no intraday"])
        #expect(stop?.sampleTypes == [])
        let (intraday, only) = try await session(["subscribe", "--seat", "bed-a", "--intraday", "yes"])
        #expect(intraday.out.last == "seat bed-a accepts 1 types, and intraday")
        #expect(only?.sampleTypes == nil && only?.processIntraday == true)
        let (shown, unasked) = try await session(["subscribe", "--seat", "bed-a"])
        #expect(shown.out.first == Self.steps && unasked == nil)
        #expect(try await session(["subscribe", "--seat", "bed-a", "--none", "routine"]).outcome.code == 64)
    }

    @Test func foldersAreShownAndReplaced() async throws {
        let (shown, none) = try await importer(["folders"])
        #expect(shown.out == ["seat bed-a: /a"] && none.folders.withLock { $0?.paths } == nil)
        let (set, asked) = try await importer(["folders", "--seat", "bed-a", "/b/../c"])
        #expect(set.out == ["seat bed-a: /c"])
        #expect(asked.folders.withLock { $0 } == ObserveFolders(seat: "bed-a", paths: ["/c"]))
        let (off, stop) = try await importer(["folders", "--seat", "bed-a", "--none"])
        #expect(off.out == ["no folder is watched"] && stop.folders.withLock { $0?.paths } == [])
        #expect(try await importer(["folders", "/c"]).outcome.code == 64)
    }

    @Test func aFetchIsFollowedToItsEnd() async throws {
        let (end, asked) = try await importer(
            ["fetch", "--seat", "bed-a", "routine", "intraday", "--from", "2026-03-01"]
        )
        #expect(end.code == 0, "\(end.err)")
        #expect(end.err == ["vitalbus: intraday is off", "routine from 2026-03-01 to 2026-03-02"])
        #expect(end.out == ["3 new records, 0 changed, 4 already known"])
        let body = FetchHistoricalSets(seat: "bed-a", sets: ["routine", "intraday"], from: "2026-03-01")
        #expect(asked.fetch.withLock { $0 } == body)
        let wrong = try await importer(["fetch", "--seat", "bed-a", "sleep", "--from", "2026-03-01"]).outcome
        #expect(wrong.code == 65 && wrong.err.joined().contains("use one of routine, fitness, intraday"))
        #expect(try await importer(["fetch", "--seat", "a", "routine", "--from", "1 March"]).outcome.code == 65)
        #expect(try await importer(["cancel", "--seat", "bed-a"]).outcome.out == ["1 fetches ended"])
    }

    @Test func whatIsHeldSaysWhy() async throws {
        let listed = try await importer(["imports"]).outcome
        #expect(
            listed.out == [
                "f1 seat bed-a fetch held, 3 new records, 0 changed, 4 already known: it is another person's"
            ]
        )
    }
}
