import FoundationEssentials
import MessageBus
import TestSupport
import Testing

@testable import HealthImporterActor

/// Limits on one seat's token.
@Suite struct IngestPlacesTests {
    private let folder: TemporaryFolder
    private var spool: URL { folder.url.appending(path: "posted") }

    init() throws { folder = try TemporaryFolder() }

    private func fill(_ seat: String, _ name: String, bytes: Int) throws {
        let place = spool.appending(path: seat)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(count: bytes).write(to: place.appending(path: name))
    }

    @Test func aTokenHasAFewBodiesAtATime() throws {
        let places = IngestPlaces(spool, quota: 1_000)
        for _ in 0..<IngestPlaces.bodies { try places.enter("bed-1") }
        let error = #expect(throws: IngestError.self) { try places.enter("bed-1") }
        #expect(error?.fault.code == "busy")
        try places.enter("bed-2")
        places.leave("bed-1")
        try places.enter("bed-1")
    }

    /// Incoming files count too, because otherwise four together could exceed the quota.
    @Test func aSeatsFilesHaveAQuota() throws {
        let places = IngestPlaces(spool, quota: 1_000)
        try places.check(1_000, seat: "bed-1")
        try fill("bed-1", "a", bytes: 500)
        try fill("bed-1", ".b", bytes: 400)
        try places.check(100, seat: "bed-1")
        let error = #expect(throws: IngestError.self) { try places.check(101, seat: "bed-1") }
        #expect(error?.fault.message.contains("ingest.quota-mb") == true)
        #expect(throws: IngestError.self) { try places.check(.max, seat: "bed-1") }
        try places.check(1_000, seat: "bed-2")
    }

    @Test func whatTheDiskHasNoRoomForIsRefused() throws {
        let places = IngestPlaces(spool, quota: .max)
        let error = #expect(throws: IngestError.self) { try places.check(.max / 2, seat: "bed-1") }
        #expect(error?.fault.code == "storeUnavailable")
    }
}
