import DeliveryRules
import Foundation
import Outbox
import StoreSupport
import Testing

/// The device reader's stored facts about a device, apart from its frames.
@Suite struct RadioStoreTests {
    private let at = StoreFixture.start

    private func mark(_ last: UInt16, completed: Date? = nil) -> DeviceProgress {
        DeviceProgress(device: "d", firstSequence: 3, lastSequence: last, lastChecksum: .min, completedAt: completed)
    }

    @Test func progressIsCommittedWithItsReadings() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var store = try await fixture.outbox()
        #expect(try await store.progress(of: "d") == nil)
        let item = OutboxItem(readingKey: "a", revision: 1)
        let reading = OutboxReading(item: item, payload: Data("x".utf8), seat: nil, device: nil)
        #expect(try await store.commitReadings(frames: [], readings: [reading], progress: mark(65_535), at: at) == 1)
        try await store.close()
        store = try await fixture.outbox()
        #expect(try await store.progress(of: "d") == mark(65_535))
        try await store.commitReadings(frames: [], readings: [], progress: mark(9, completed: at), at: at)
        #expect(try await store.progress(of: "d") == mark(9, completed: at))
        #expect(try await store.progress(of: "e") == nil)
        try await store.commitReadings(frames: [], readings: [], at: at)
        #expect(try await store.progress(of: "d") == mark(9, completed: at))
        try await store.forgetProgress(of: "d")
        #expect(try await store.progress(of: "d") == nil)
        try await store.close()
    }

    @Test func severalFramesAreSavedInTheirOrder() async throws {
        let store = try await StoreFixture.kept { try await $0.outbox() }
        defer { store.fixture.remove() }
        let frames = (0..<20).map { number in
            NewFrame(characteristic: "\(number)", bytes: Data([UInt8(number)]), receivedAt: at)
        }
        let link = try await store.value.links.begin(device: "d", context: Data(), at: at)
        let rows = try await store.value.saveFrames(frames, device: "d", link: link)
        #expect(rows == rows.sorted() && Set(rows).count == 20)
        let found = try await store.value.undecodedFrames(limit: 100)
        #expect(found.map(\.id) == rows && found.allSatisfy { $0.link == link })
        #expect(found.map(\.bytes) == frames.map(\.bytes))
        #expect(try await store.value.saveFrames([], device: "d", link: link).isEmpty)
    }

    /// A process that dies between the row and the write leaves an unconfirmed change.
    @Test func aClockChangeIsThereBeforeItIsConfirmed() async throws {
        let fixture = try StoreFixture()
        defer { fixture.remove() }
        var store = try await fixture.outbox()
        let first = try await store.beginClockChange(device: "d", offsetBefore: -25_200_000, at: at)
        try await store.close()
        store = try await fixture.outbox()
        let open = ClockChange(id: first, writtenAt: at, offsetBefore: -25_200_000, offsetAfter: nil)
        #expect(try await store.clockChanges(of: "d") == [open])
        try await store.confirmClockChange(first, offsetAfter: 400)
        let second = try await store.beginClockChange(device: "d", offsetBefore: 1, at: at.addingTimeInterval(60))
        #expect(try await store.clockChanges(of: "d").map(\.id) == [first, second])
        #expect(try await store.clockChanges(of: "d").map(\.offsetAfter) == [400, nil])
        #expect(try await store.clockChanges(of: "e").isEmpty)
        try await store.close()
    }

    @Test func aSecretReplacesTheOlderOneAndIsErasedWithItsDevice() async throws {
        let store = try await StoreFixture.kept { try await $0.outbox() }
        defer { store.fixture.remove() }
        let kind = "consent"
        for (device, user, byte) in [("d", 0, 1), ("d", 0, 2), ("d", 1, 3), ("e", 0, 4)] as [(String, Int, UInt8)] {
            try await store.value.storePeripheralData(
                device: device,
                kind: kind,
                userIndex: user,
                content: Data([byte]),
                at: at
            )
        }
        try await store.value.storePeripheralData(device: "d", kind: "key", content: Data([5]), at: at)
        #expect(try await store.value.peripheralData(device: "d", kind: kind, userIndex: 0) == Data([2]))
        #expect(try await store.value.peripheralData(device: "d", kind: kind, userIndex: 1) == Data([3]))
        #expect(try await store.value.peripheralData(device: "d", kind: kind) == nil)
        #expect(try await store.value.peripheralData(kind: "key").map(\.userIndex) == [nil])
        #expect(try await store.value.erasePeripheralData(device: "d", kind: "key") == 1)
        #expect(try await store.value.erasePeripheralData(device: "d") == 2)
        #expect(try await store.value.peripheralData(kind: kind).map(\.device) == ["e"])
    }

    /// Records from before a clock was set may arrive at any time, so that change is kept.
    @Test func aDeviceThatIsForgottenIsReadWholeAgain() async throws {
        let store = try await StoreFixture.kept { try await $0.outbox() }
        defer { store.fixture.remove() }
        try await store.value.commitReadings(frames: [], readings: [], progress: mark(5), at: at)
        let change = try await store.value.beginClockChange(device: "d", offsetBefore: 0, at: at)
        try await store.value.forgetProgress(of: "d")
        #expect(try await store.value.progress(of: "d") == nil)
        #expect(try await store.value.clockChanges(of: "d").map(\.id) == [change])
    }
}
