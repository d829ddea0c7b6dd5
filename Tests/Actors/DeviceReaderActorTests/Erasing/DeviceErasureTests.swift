import DeliveryRules
import FoundationEssentials
import Logging
import MessageBus
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor
@testable import Outbox

/// Which of a device's traces are erased with a seat, and which remain, checked in the files.
@Suite struct DeviceErasureTests {
    /// The data that remains.
    private struct Kept: Equatable {
        let frames: Int
        let readings: Int
    }

    private let folder: TemporaryFolder
    /// The time in the frames below, from a device clock two hours ahead of UTC.
    private let measured = Date(timeIntervalSince1970: 1_718_464_647)
    private let received = Samples.start.addingTimeInterval(30)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> (OutboxStore, FrameDecoding) {
        let path = folder.url.appending(path: "outbox.sqlite").path
        let store = try await OutboxStore.open(StoreConfiguration(path: path))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return (store, FrameDecoding(hub: try Samples.hub(), store: store, logger: logger))
    }

    /// Saves a read of a device: its link, with a marker in its context, and its frames.
    private func save(_ mark: String, _ hexes: [String], _ store: OutboxStore, device: Int = 1) async throws {
        var context = Samples.context(offset: 0)
        context.serial = mark
        try await save(context, hexes, store, device: device)
    }

    private func save(_ context: ReadContext, _ hexes: [String], _ store: OutboxStore, device: Int) async throws {
        try await store.begin(context, device: device, at: received)
        for hex in hexes { try await store.save(hex, device: device, at: received) }
    }

    private func erasure(_ intervals: [AssignmentRule.Interval], seat: String = "bed-1", device: Int = 1)
        -> DeviceErasure
    {
        DeviceErasure(seat: seat, device: Samples.device(device), assignments: intervals)
    }

    private func erase(_ erasure: DeviceErasure, _ store: OutboxStore) async throws -> Kept {
        let device = erasure.device.description
        let frames = erasure.frames(
            try await store.frames(of: device),
            links: try await store.links.all(of: device),
            hub: try Samples.hub()
        )
        let readings = erasure.readings(try await store.rows(ofDevice: device))
        _ = try await store.erase(frames: frames.erased, readings: readings.erased, device: device)
        return Kept(frames: frames.kept, readings: readings.kept)
    }

    private func interval(_ seat: String, from: Double, until: Double? = nil, user: Int? = nil)
        -> AssignmentRule.Interval
    {
        AssignmentRule.Interval(
            userIndex: user,
            seat: seat,
            from: measured.addingTimeInterval(from),
            until: until.map { measured.addingTimeInterval($0) }
        )
    }

    /// Checks the files of the running process, including the write-ahead log.
    private func isInFiles(_ text: String) throws -> Bool {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(names.contains("outbox.sqlite-wal"))
        return try names.contains { name in
            let bytes = try Data(contentsOf: folder.url.appending(path: name))
            return bytes.firstRange(of: Data(text.utf8)) != nil
        }
    }

    /// An unreadable waiting reading does not name its person: it is erased if the device belonged only to the erased
    /// one.
    @Test func aReadingThatCannotBeReadGoesUnlessItMayBeAnothers() async throws {
        for (intervals, erased) in [
            ([interval("bed-1", from: -60)], 1), ([interval("bed-1", from: -60), interval("bed-2", from: -900)], 0),
        ] {
            let erasure = erasure(intervals)
            let row = OutboxRow(
                item: OutboxItem(readingKey: "k", revision: 1),
                payload: Data("no reading".utf8),
                createdAt: measured,
                attempts: 0,
                lastSentAt: nil
            )
            let readings = erasure.readings([row])
            #expect(readings.erased.count == erased && readings.kept == 1 - erased)
        }
    }

    @Test func whatWasOnlyTheSeatsGoesFromTheFilesToo() async throws {
        let (store, frames) = try await open()
        try await save("zebra-serial", [Samples.timed, "16"], store)
        try await save("lion-serial", [Samples.timed], store, device: 2)
        #expect(try await frames.recover() == 2)
        #expect(try isInFiles("zebra-serial"))
        let kept = try await erase(erasure([interval("bed-1", from: -60)]), store)
        #expect(kept == Kept(frames: 0, readings: 0))
        #expect(try await store.frames(of: Samples.device(1).description).isEmpty)
        #expect(try await store.links.all(of: Samples.device(1).description).isEmpty)
        #expect(try await store.nextBatch(limit: 9).count == 1)
        #expect(try await store.frames(of: Samples.device(2).description).count == 1)
        #expect(try !isInFiles("zebra"))
        #expect(try isInFiles("lion-serial"))
        try await store.close()
    }

    @Test func aSharedDevicesOtherReadingsStay() async throws {
        let (store, frames) = try await open()
        // By the Beurer's clock the measurement is a week in the future, so its real time is unknown and it may be the
        // neighbour's.
        try await save("zebra-serial", [Samples.timed], store)
        try await save("lion-serial", [Samples.beurer, Samples.timed], store)
        #expect(try await frames.recover() >= 2)
        let waiting = try await store.nextBatch(limit: 9).count
        let shared = erasure([interval("bed-1", from: -60, until: 60), interval("bed-2", from: 60)])
        let kept = try await erase(shared, store)
        #expect(kept.frames == 1)
        #expect(try await store.nextBatch(limit: 9).count == waiting - 1)
        #expect(kept.readings == waiting - 1)
        #expect(try !isInFiles("zebra"), "its context went with the last of its frames")
        #expect(try isInFiles("lion-serial"), "the other's context is still needed")
        let again = try await erase(shared, store)
        #expect(again == kept)
        try await store.close()
    }

    @Test(arguments: [
        ("its own time", [("bed-1", -60.0, 60.0, Int?.none)], true),
        ("before it was the seat's", [("bed-1", 60, 900, nil)], false),
        ("after it was the seat's", [("bed-1", -900, -60, nil)], false),
        ("the neighbour's time", [("bed-1", -900, -60, nil), ("bed-2", -60, 60, nil)], false),
        ("another user of the device", [("bed-1", -60, 60, 2)], false),
        ("two claims", [("bed-1", -60, 60, nil), ("bed-2", -60, 60, nil)], false),
    ])
    func aWaitingReadingGoesOnlyIfItIsTheSeatsForCertain(
        name: String,
        intervals: [(seat: String, from: Double, until: Double, user: Int?)],
        isErased: Bool
    ) async throws {
        let (store, frames) = try await open()
        try await save("zebra", [Samples.timed], store)
        #expect(try await frames.recover() == 1)
        let all = intervals.map { interval($0.seat, from: $0.from, until: $0.until, user: $0.user) }
        let kept = try await erase(erasure(all), store)
        #expect(kept.readings == (isErased ? 0 : 1), "\(name)")
        #expect(try await store.nextBatch(limit: 9).isEmpty == isErased, "\(name)")
        try await store.close()
    }

    @Test func aReadingOfUnknownTimeIsNobodysUnlessItWasMadeForTheSeat() async throws {
        let (store, frames) = try await open()
        var context = Samples.context()
        try await save(context, [Samples.unset], store, device: 1)
        context.seat = "bed-1"
        try await save(context, [Samples.unset], store, device: 2)
        #expect(try await frames.recover() == 2)
        let own = [interval("bed-1", from: -60)]
        #expect(try await erase(erasure(own), store) == Kept(frames: 0, readings: 1))
        #expect(try await erase(erasure(own, device: 2), store) == Kept(frames: 0, readings: 0))
        #expect(try await store.nextBatch(limit: 9).count == 1)
        // A neighbour had it too, so the request no longer proves whose it is.
        try await save(context, [Samples.unset], store, device: 3)
        #expect(try await frames.recover() == 1)
        let shared = own + [interval("bed-2", from: 60)]
        #expect(try await erase(erasure(shared, device: 3), store) == Kept(frames: 1, readings: 1))
        try await store.close()
    }

    /// A link that cannot be decoded is kept for a later version, unless its person is erased.
    @Test func aLinkThatCannotBeReadGoesWithTheSeatsFrames() async throws {
        let (store, frames) = try await open()
        let device = Samples.device().description
        _ = try await store.links.begin(device: device, context: Data(#"{"serial":"zebra-serial""#.utf8), at: received)
        try await store.save(Samples.timed, at: received)
        try await save("lion-serial", [Samples.timed], store, device: 2)
        #expect(try await frames.recover() == 1)
        #expect(try await store.links.open().count == 1)
        let shared = erasure([interval("bed-1", from: -60, until: 60), interval("bed-2", from: 60)])
        #expect(try await erase(shared, store) == Kept(frames: 1, readings: 0))
        #expect(try isInFiles("zebra"), "it may be the neighbour's")
        #expect(try await erase(erasure([interval("bed-1", from: -60)]), store) == Kept(frames: 0, readings: 0))
        #expect(try await store.links.all(of: device).isEmpty)
        #expect(try !isInFiles("zebra"))
        #expect(try isInFiles("lion-serial"))
        try await store.close()
    }
}
