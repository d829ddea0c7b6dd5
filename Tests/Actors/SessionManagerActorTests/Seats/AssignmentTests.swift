import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import SessionManagerActor

/// What is told of devices that change seats.
@Suite struct AssignmentTests {
    @Test func eachOfSeveralAssignmentsAtOnceNamesTheSeatBeforeIt() async throws {
        try await SessionSite().running { manager in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask { try await manager.assign(to: number.isMultiple(of: 2) ? "bed-1" : "bed-2") }
                }
                try await group.waitForAll()
            }
            let told = try await manager.told("deviceAssigned").map {
                try WireJSON.decode(DeviceAssigned.self, from: Array($0.data.utf8))
            }
            #expect(told.count > 1)
            #expect(told.first?.before.isEmpty == true)
            for (earlier, later) in zip(told, told.dropFirst()) { #expect(later.before == [earlier.seat]) }
            for one in told { #expect(one.before != [one.seat]) }
        }
    }
}
