import Foundation
import Outbox
import StoreSupport
import Testing

/// The store keeps a link's context exactly as long as a frame needs it.
@Suite struct LinkTests {
    private let at = StoreFixture.start

    private func begin(_ store: OutboxStore, _ context: String = "context") async throws -> Int64 {
        try await store.links.begin(device: "d", context: Data(context.utf8), at: at)
    }

    private func save(_ store: OutboxStore, _ link: Int64, after seconds: Double = 0) async throws -> Int64 {
        let frame = NewFrame(
            characteristic: "c",
            bytes: Data([1]),
            receivedAt: at.addingTimeInterval(seconds)
        )
        return try #require(try await store.saveFrames([frame], device: "d", link: link).first)
    }

    private func decode(_ store: OutboxStore, _ frames: [Int64]) async throws {
        try await store.commitReadings(frames: frames, readings: [], at: at)
    }

    private func links(_ store: OutboxStore) async throws -> [Int64] { try await store.links.all(of: "d").map(\.id) }

    /// If the process dies during the link, the link is still open, with or without frames.
    @Test func aLinkIsThereBeforeItsFramesAndOpenUntilTheyAreDecoded() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var store = try await fixture.outbox()
        let (first, second) = (try await begin(store, "one"), try await begin(store, "two"))
        let frames = [try await save(store, first), try await save(store, first)]
        try await store.close()
        store = try await fixture.outbox()
        #expect(try await store.links.open().map(\.context) == [Data("one".utf8), Data("two".utf8)])
        #expect(try await store.undecodedFrames(limit: 9).map(\.link) == [first, first])
        let depth = try await store.depth()
        #expect(depth.openLinks == 2 && depth.undecodedFrames == 2)
        try await decode(store, [frames[0]])
        try await store.links.settle([first, second])
        #expect(try await store.links.open().map(\.id) == [first], "one frame is not decoded")
        #expect(try await links(store) == [first], "nothing came over the second one")
        try await decode(store, [frames[1]])
        try await store.links.settle([first])
        #expect(try await store.links.open().isEmpty)
        #expect(try await store.depth().openLinks == 0)
        #expect(try await links(store) == [first], "its frames are kept, and can be decoded with it")
        try await store.close()
    }

    @Test func aLinkAgesOutWithTheLastOfItsFrames() async throws {
        let kept = try await StoreFixture.kept { try await $0.outbox() }
        defer { kept.fixture.remove() }
        let store = kept.value
        let link = try await begin(store)
        try await decode(store, [try await save(store, link), try await save(store, link, after: 20)])
        try await store.links.settle([link])
        #expect(try await store.deleteDecodedFrames(before: at.addingTimeInterval(10)) == 1)
        #expect(try await links(store) == [link])
        #expect(try await store.deleteDecodedFrames(before: at.addingTimeInterval(30)) == 1)
        #expect(try await links(store).isEmpty)
    }

    /// Readings of a link can be sent, and their frames deleted, before its next frame arrives.
    @Test func aLinkUnderWayStaysWithoutFrames() async throws {
        let kept = try await StoreFixture.kept { try await $0.outbox() }
        defer { kept.fixture.remove() }
        let store = kept.value
        let link = try await begin(store)
        let far = at.addingTimeInterval(60)
        #expect(try await store.deleteDecodedFrames(before: far) == 0)
        try await decode(store, [try await save(store, link)])
        #expect(try await store.deleteDecodedFrames(before: far) == 1)
        try await decode(store, [try await save(store, link)])
        let unkept = UnkeptFrames(device: "d", first: at, last: at)
        try await store.remove([], unkept: [unkept])
        #expect(try await store.frames(of: "d").isEmpty)
        let frame = try await save(store, link)
        #expect(try await store.undecodedFrames(limit: 9).map(\.link) == [link])
        try await decode(store, [frame])
        try await store.remove([], unkept: [unkept])
        #expect(try await store.links.open().map(\.id) == [link])
        try await store.links.settle([link])
        #expect(try await links(store).isEmpty, "its frames went before its end")
    }

    @Test func aSettledLinkGoesWithFramesThatAreKeptNowhere() async throws {
        let kept = try await StoreFixture.kept { try await $0.outbox() }
        defer { kept.fixture.remove() }
        let store = kept.value
        let (first, second) = (try await begin(store), try await begin(store))
        try await decode(store, [try await save(store, first), try await save(store, second, after: 20)])
        try await store.links.settle([first, second])
        try await store.remove([], unkept: [UnkeptFrames(device: "d", first: at, last: at)])
        #expect(try await links(store) == [second])
    }

    @Test func erasingTakesALinkThatHasNoFrameLeft() async throws {
        let kept = try await StoreFixture.kept { try await $0.outbox() }
        defer { kept.fixture.remove() }
        let store = kept.value
        let (first, second, third) = (try await begin(store), try await begin(store), try await begin(store))
        let other = try await store.links.begin(device: "e", context: Data(), at: at)
        let frames = [try await save(store, first), try await save(store, second), try await save(store, second)]
        _ = try await store.erase(frames: Array(frames.prefix(2)), readings: [], device: "d")
        #expect(try await links(store) == [second])
        #expect(try await store.links.all(of: "e").map(\.id) == [other])
        _ = try await store.erase(frames: [frames[2]], readings: [], device: "d")
        #expect(try await links(store).isEmpty)
        #expect(try await begin(store) > max(third, other), "no number comes again")
    }
}
