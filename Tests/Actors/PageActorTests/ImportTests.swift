import BusContract
import ContractLiterals
import Foundation
import MessageBus
import NIOCore
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

private func state(
    _ id: String = "1",
    _ state: ImportState.State = .running,
    bytes: Int64 = 0,
    of total: Int64 = 0,
    created: Int = 0,
    session: String? = "now",
    error: WireFault? = nil
) -> ImportState {
    ImportState(
        seat: "bed-a",
        hub: "room-1",
        importID: id,
        sessionID: session,
        origin: .file,
        state: state,
        bytes: bytes,
        totalBytes: total,
        created: created,
        error: error
    )
}

/// Exports on their way to an importer.
@Suite struct UploadFolderTests {
    private struct Broken: Error {}

    private func within(quota: Int = 10_000_000, _ body: (UploadFolder, URL) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "uploads")
        try await body(try UploadFolder(url.path, quota: quota), url)
    }

    private func names(_ url: URL) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path) }

    private func take(_ uploads: UploadFolder, _ id: String, bytes: Int = 10, size: Int? = 10) async throws {
        _ = try await uploads.take(id, name: "export.zip", size: size) { write in
            try await write(ByteBuffer(repeating: 0x41, count: bytes))
        }
    }

    @Test func aWholeFileIsThereForItsOwnerAlone() async throws {
        try await within { uploads, _ in
            try await take(uploads, "one")
            let file = try #require(uploads.upload("one")?.file)
            #expect(file.hasSuffix("/one/export.zip") && uploads.all.map(\.id) == ["one"])
            let facts = try FileManager.default.attributesOfItem(atPath: file)
            #expect(facts[.size] as? Int == 10 && facts[.posixPermissions] as? Int == 0o600)
            let one = try #require(uploads.upload("one"))
            let two = try uploads.rename(one, to: "two")
            #expect(uploads.all == [two])
            #expect(throws: PageError.self) { _ = try uploads.rename(one, to: "three") }
            uploads.remove(two)
            #expect(uploads.all.isEmpty && two.file == nil)
        }
    }

    /// An importer that is hostile answers with such ids, and a person confirms what the page shows of them.
    @Test(arguments: [
        "../../site.session-manager.main", "..", ".", "", "/", "one/..", "one/export.zip", ".one", "one\u{0}",
    ])
    func anIDFromOutsideIsNoPath(id: String) async throws {
        try await within { uploads, url in
            let other = url.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "site.session-manager.main")
            try await take(uploads, "one")
            #expect(uploads.upload(id) == nil)
            #expect(!FileManager.default.fileExists(atPath: other.path))
            #expect(uploads.all.map(\.id) == ["one"], "what is there stays")
        }
    }

    @Test func ofWhatBreaksOffNothingStays() async throws {
        try await within { uploads, url in
            let error = await #expect(throws: PageError.self) {
                _ = try await uploads.take("one", name: "a", size: nil) { write in
                    try await write(ByteBuffer(string: "some"))
                    throw PageError(.malformed, text: "error.broken")
                }
            }
            #expect(error?.text == "error.broken")
            // A disk that is full says so in its own words, whichever those are.
            let full = await #expect(throws: PageError.self) {
                _ = try await uploads.take("two", name: "a", size: nil) { _ in throw Broken() }
            }
            #expect(full?.text == "error.disk")
            let left = try names(url)
            #expect(left.isEmpty)
        }
    }

    @Test func whatAKilledProcessLeftGoesAtTheNextStart() async throws {
        try await within { uploads, url in
            try await take(uploads, "whole")
            let half = url.appending(path: ".half")
            try FileManager.default.createDirectory(at: half, withIntermediateDirectories: true)
            try Data([1]).write(to: half.appending(path: "export.zip"))
            _ = try UploadFolder(url.path, quota: 1_000)
            #expect(try names(url) == ["whole"])
        }
    }

    @Test func allFilesTogetherHaveALimit() async throws {
        try await within(quota: 5_000_000) { uploads, url in
            try await take(uploads, "one", bytes: 3_000_000, size: 3_000_000)
            for size in [3_000_000, nil] {
                let error = await #expect(throws: PageError.self) {
                    try await take(uploads, "two", bytes: 3_000_000, size: size)
                }
                #expect(error?.text == "error.manyUploads")
            }
            #expect(try names(url) == ["one"])
            try await take(uploads, "three", bytes: 1_000, size: 1_000)
        }
    }

    @Test(arguments: [
        ("export.zip", "export.zip"), ("../../etc/passwd", "passwd"), ("C:\\Users\\a\\b.xml", "b.xml"),
        ("..", "export"),
        (".hidden", "hidden"), ("", "export"), ("a\u{0}b\n.zip", "a-b-.zip"), ("Ärger.json", "-rger.json"),
    ])
    func aNameIsMadeSafe(name: String, safe: String) { #expect(UploadFolder.safe(name) == safe) }

    @Test func aLongNameKeepsItsEnd() {
        let safe = UploadFolder.safe(String(repeating: "a", count: 5_000) + ".zip")
        #expect(safe.utf8.count == 100 && safe.hasSuffix(".zip"))
    }
}

/// When an upload is needed no more.
@Suite struct UploadSweepTests {
    private func isSpent(_ states: [ImportState], isWhole: Bool = true, age: TimeInterval = 3_600) -> Bool {
        UploadSweep.isSpent(states, isWhole: isWhole, age: age)
    }

    @Test func aFileStaysAsLongAsSomebodyReadsIt() {
        for open in [ImportState.State.waiting, .running] { #expect(!isSpent([state("1", open)], age: 1e9)) }
        for over in [ImportState.State.done, .failed, .cancelled] { #expect(isSpent([state("1", over)], age: 0)) }
        #expect(!isSpent([state("1", .done), state("1", .running)]))
    }

    @Test func aHeldOneWaitsForADay() {
        #expect(!isSpent([state("1", .held)], age: 86_000) && isSpent([state("1", .held)], age: 87_000))
    }

    @Test func anUnknownOneGoesOnlyWhereEveryImporterSaysSo() {
        #expect(isSpent([]))
        #expect(!isSpent([], isWhole: false) && !isSpent([], age: 5))
    }
}

/// How far imports are.
@Suite struct ImportStatesTests {
    private func message(_ topic: String, _ state: ImportState, hub: String = "room-1") throws -> BusMessage {
        let source = "/home/room-1/health-importer/main"
        let envelope = Envelope(id: "1", source: source, type: "t", time: Date(), data: state)
        return BusMessage(topic: "vitalbus/v1/home/\(hub)/event/\(topic)", payload: try envelope.encoded())
    }

    @Test func theNewestWordCountsAndNoneAfterTheEnd() async throws {
        let states = ImportStates()
        let listed = state("1", .waiting)
        #expect(await states.newest(listed) == listed)
        await states.note(try message("importProgress", state("1", .running, bytes: 5)))
        #expect(await states.newest(listed).bytes == 5)
        await states.note(try message("importCompleted", state("1", .done, created: 9)))
        await states.note(try message("importProgress", state("1", .running, bytes: 7)))
        #expect(await states.newest(listed).created == 9)
        // What the importer lists as ended is so.
        #expect(await states.newest(state("1", .failed)).state == .failed)
    }

    @Test func anotherHubsWordAndOtherMessagesChangeNothing() async throws {
        let states = ImportStates()
        await states.note(try message("importProgress", state("1"), hub: "room-2"))
        await states.note(try message("readingHeld", state("1")))
        await states.note(BusMessage(topic: "vitalbus/v1/home/room-1/event/importProgress", payload: [1]))
        #expect(await states.newest(state("1", .waiting)).state == .waiting)
    }

    @Test func aRowSaysWhatBecameOfIt() {
        let words = ["import.created": "{count} new", "import.nothing": "nothing"]
        let view = ImportView(language: .init(code: "en", words: words), mayDecide: true)
        let running = view.model(state("1", .running, bytes: 512, of: 1_024, created: 3))
        #expect(running["share"] as? String == "50" && running["counts"] as? String == "3 new")
        #expect(running["cancels"] as? Bool == true && running["confirms"] as? Bool == false)
        #expect(view.model(state("1", .running, bytes: .max, of: 1))["share"] as? String == "100")
        #expect(view.model(state("1", .done))["counts"] as? String == "nothing")
        let fault = WireFault(code: "x", message: "not a zip", retriable: false)
        #expect(view.model(state("1", .failed, error: fault))["error"] as? String == "not a zip")
        #expect(view.model(state("1", .held, error: fault), stay: "now")["confirms"] as? Bool == true)
        let looker = ImportView(language: .init(code: "en", words: words), mayDecide: false)
        #expect(looker.model(state("1", .running))["cancels"] as? Bool == false)
    }

    /// A click would else give the earlier person's export to the present one.
    @Test(arguments: ["anotherPerson", "severalPeople"]) func anEarlierPersonsHeldExportIsNotOffered(code: String) {
        let view = ImportView(language: .init(code: "en", words: [:]), mayDecide: true)
        let fault = WireFault(code: code, message: "held", retriable: false)
        for (session, stay) in [("earlier", "now"), ("earlier", ""), (nil, "now"), (nil, "")] {
            let row = view.model(state("1", .held, session: session, error: fault), stay: stay)
            #expect(row["confirms"] as? Bool == false && row["asksUser"] as? Bool == false)
            #expect(row["isEarlier"] as? Bool == (session != nil))
        }
        #expect(view.model(state("1", .done), stay: "now")["isEarlier"] as? Bool == false)
    }

    @Test func aRowSaysWhatWasLeftOut() throws {
        let words = ["importLeftOut.impossible": "nobody has that", "importLeftOut.unknownFile": "no known file"]
        let view = ImportView(language: .init(code: "en", words: words), mayDecide: true)
        var done = state("1", .done)
        #expect(view.model(done)["leftOut"] == nil)
        done.leftOut = [
            ImportLeftOut(reason: .impossible, count: 2, file: "a.csv", element: "Weight"),
            ImportLeftOut(reason: .unknownFile, count: 1, file: "b.txt", element: "file"),
        ]
        let leftOut = try #require(view.model(done)["leftOut"] as? [String: Any])
        #expect(leftOut["sum"] as? String == "3")
        let lines = (leftOut["lines"] as? [[String: String]])?.compactMap { $0["line"] }
        #expect(lines == ["2 × a.csv, Weight, nobody has that", "1 × b.txt, no known file"])
    }

    /// Whose values are meant is not whose export it is.
    @Test func aDeviceOfSeveralUsersIsAskedAbout() {
        let view = ImportView(language: .init(code: "en", words: [:]), mayDecide: true)
        let fault = WireFault(code: "severalPeople", message: "several users", retriable: false)
        let held = view.model(state("1", .held, error: fault), stay: "now")
        #expect(held["asksUser"] as? Bool == true && held["confirms"] as? Bool == false)
        let looker = ImportView(language: .init(code: "en", words: [:]), mayDecide: false)
        #expect(looker.model(state("1", .held, error: fault), stay: "now")["asksUser"] as? Bool == false)
    }
}

/// Which hubs have a process of a kind.
@Suite struct SiteHubsTests {
    @Test func anImporterOfAnotherMachineReadsNothingOfThisOne() async throws {
        let folder = try TemporaryFolder()
        for name in ["here.health-importer.main", "there.ocr-worker.o1"] {
            let place = folder.url.appending(path: name)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        }
        // A lock alone is left of one that was here once.
        try Data().write(to: folder.url.appending(path: "there.health-importer.lock"))
        let hubs = SiteHubs()
        for hub in ["here", "there"] {
            let topic = "vitalbus/v1/home/\(hub)/actor/health-importer/main/availability"
            await hubs.note(BusMessage(topic: topic, payload: Array("online".utf8)))
        }
        let client = BusClient(
            bus: InMemoryBroker().connect(),
            address: try BusAddress(site: "home", hub: "site", actor: "page", instance: "main"),
            epoch: 1,
            environment: BusEnvironment(now: { Date() }, newID: { "1" }, clock: ContinuousClock())
        )
        let imports = ImportHubs(
            bus: PageBus(requests: RequestClient(client)),
            hubs: hubs,
            states: ImportStates(),
            machine: folder.url.path
        )
        #expect(await imports.all() == ["here", "there"])
        #expect(await imports.local() == ["here"])
    }

    @Test func aHubIsThereAsLongAsItsProcessSaysSo() async {
        let hubs = SiteHubs()
        func say(_ word: String, _ hub: String, actor: String = "ocr-worker", instance: String = "o1") async {
            let topic = "vitalbus/v1/home/\(hub)/actor/\(actor)/\(instance)/availability"
            await hubs.note(BusMessage(topic: topic, payload: Array(word.utf8)))
        }
        for hub in ["b", "a"] { await say("online", hub) }
        await say("online", "c", actor: "health-importer")
        await say("online", "a", instance: "o2")
        await say("offline", "a")
        await say("asked", "b")
        #expect(await hubs.hubs(of: .ocrWorker) == ["a", "b"])
        await say("draining", "a", instance: "o2")
        #expect(await hubs.hubs(of: .ocrWorker) == ["b"])
        await hubs.note(BusMessage(topic: "vitalbus/v1/home/d/event/availability", payload: Array("online".utf8)))
        #expect(await hubs.hubs(of: .healthImporter) == ["c"])
    }
}
