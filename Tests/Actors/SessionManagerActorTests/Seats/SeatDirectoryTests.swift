import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite("the directory of seats") struct SeatDirectoryTests {
    private func message(_ body: () async throws -> Void) async -> String {
        let error = await #expect(throws: BusError.self) { try await body() }
        #expect(error?.code == .notFound)
        return error?.message ?? ""
    }

    @Test("without a list, a seat exists once the store has something about it")
    func unlisted() async throws {
        let site = try await ServiceSite()
        let seats = SeatDirectory(store: site.store, roll: SeatRoll([]))
        try seats.requireStartable("bed-7")
        #expect(await message { try await seats.require("bed-7") }.contains("there are no others"))
        let session = try await site.start("bed-7")
        try await seats.require("bed-7")
        #expect(try await seats.session(of: "bed-7").id == session.id)
        #expect(try await seats.known() == ["bed-7"])
    }

    @Test("with a list, sessions start only at its seats, and a refusal names them")
    func listed() async throws {
        let site = try await ServiceSite()
        let seats = SeatDirectory(store: site.store, roll: SeatRoll(["bed-1", "bed-2"]))
        try seats.requireStartable("bed-1")
        #expect(await message { try seats.requireStartable("bed-9") }.contains("there are bed-1, bed-2"))
        #expect(await message { _ = try await seats.session(of: "bed-1") }.contains("startSession"))
    }

    @Test("a typed value for an unknown seat is refused; another producer's reading never is")
    func refusals() async throws {
        let site = try await ServiceSite()
        let seats = SeatDirectory(store: site.store, roll: SeatRoll(["bed-1"]))
        let typed = try Samples.reading(device: nil, seat: "bed-9", kind: .manual)
        #expect(try await seats.refusal(of: typed)?.code == .notFound)
        #expect(try await seats.refusal(of: Samples.reading(seat: "bed-9")) == nil)
        #expect(try await seats.refusal(of: Samples.reading(device: nil, seat: "bed-1", kind: .manual)) == nil)
    }
}
