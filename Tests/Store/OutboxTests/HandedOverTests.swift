import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import Outbox

/// A producer keeps delivered readings until a backup of the session manager's database contains them.
@Suite struct HandedOverTests {
    /// The session manager's statements about its database, sent with each answer.
    private final class Database: Sendable {
        private let state = Mutex((generation: 1, counter: Int64(10), backedUpTo: Int64?.none))
        var backedUpTo: Int64? { state.withLock(\.backedUpTo) }
        var mark: String {
            state.withLock { state in
                state.counter += 1
                return "\(state.generation).1.\(state.counter).id.tag"
            }
        }
        func backUp() { state.withLock { $0.backedUpTo = $0.counter } }
        /// Restores an older copy, of which there is no backup yet.
        func putBack() { state.withLock { ($0.generation, $0.backedUpTo) = ($0.generation + 1, 0) } }
    }

    private func running(_ body: (RelaySite, Database) async throws -> Void) async throws {
        try await RelaySite.running { site, _ in
            let database = Database()
            try await site.manager.appear { manager, heard in
                let backedUpTo = database.backedUpTo
                try? await manager.answer(heard, heard.items, mark: database.mark, backedUpTo: backedUpTo)
            }
            try await body(site, database)
        }
    }

    private func hand(_ numbers: Range<Int>, of site: RelaySite) async throws {
        try await site.produce(numbers)
        // No time passes: after a reply's deadline they would be sent again, even once they are taken over.
        try await eventually("\(numbers) are taken over") { try await site.depth() == 0 }
    }

    private func sent(_ site: RelaySite) -> [String] { site.manager.requests.all.flatMap(\.keys) }
    private func keys(_ numbers: Range<Int>) -> Set<String> { Set(numbers.map { RelaySite.key($0).rawValue }) }

    @Test func withoutABackupNothingIsKept() async throws {
        try await running { site, database in
            try await hand(0..<5, of: site)
            #expect(try await site.store.handedOver.count() == 0)
            let before = sent(site).count
            database.putBack()
            try await hand(5..<6, of: site)
            // On a late machine a reading may be sent twice, because the clock moves while the test waits.
            #expect(Set(sent(site).dropFirst(before)) == keys(5..<6))
        }
    }

    @Test func whatNoBackupHasIsOfferedAgainToADatabaseThatWasPutBack() async throws {
        try await running { site, database in
            database.backUp()
            try await hand(0..<3, of: site)
            database.backUp()
            try await hand(3..<6, of: site)
            #expect(try await site.store.handedOver.count() == 3, "a backup has the first three")
            let before = sent(site).count
            database.putBack()
            // Without new measurements it asks after a minute.
            try await site.passing("all of it to be offered again") {
                Set(sent(site).dropFirst(before)).isSuperset(of: keys(3..<6))
            }
            try await site.passing("all of it to be taken over") { try await site.depth() == 0 }
            #expect(keys(0..<3).isDisjoint(with: sent(site).dropFirst(before)))
            #expect(
                try await site.store.handedOver.count() == 3,
                "no backup has them yet: a second restore would lose them"
            )
            database.backUp()
            try await hand(6..<7, of: site)
            #expect(try await site.store.handedOver.count() == 1)
        }
    }

    @Test func whatIsErasedIsNotOfferedAgain() async throws {
        try await running { site, database in
            database.backUp()
            let device = DeviceID(uuid: UUID()).description
            let rows = try [7, 8].map { number in
                OutboxReading(
                    item: RelaySite.item(number),
                    payload: try RelaySite.payload(number),
                    seat: "bed-\(number)",
                    device: device
                )
            }
            try await site.store.commitReadings(frames: [], readings: rows, at: Date(timeIntervalSince1970: 0))
            site.wake.signal()
            try await site.passing("both to be taken over") { try await site.store.handedOver.count() == 2 }
            #expect(try await site.store.rows(ofDevice: device).count == 2)
            let mine = try await site.store.rows(ofSeat: "bed-7").map(\.item)
            #expect(mine == [RelaySite.item(7)])
            _ = try await site.store.erase(frames: [], readings: mine)
            #expect(try await site.store.handedOver.count() == 1)
            try await site.store.leaving.releaseFromSite()
            #expect(try await site.store.handedOver.count() == 0, "another site is given nothing of it")
        }
    }

    @Test func theOldestGoFirst() async throws {
        try await running { site, database in
            database.backUp()
            let most = Handover.mostReadings
            for first in stride(from: 0, to: most + 200, by: 650) { try await hand(first..<(first + 650), of: site) }
            #expect(try await site.store.handedOver.count() <= most)
            #expect(try await site.store.handedOver.count() > most - 200)
        }
    }
}
