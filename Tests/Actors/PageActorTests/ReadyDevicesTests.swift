import BusContract
import ContractLiterals
import Foundation
import Testing
import VitalRecords

@testable import PageActor

/// A device that waits is shown at its seats, and not for longer than it can wait.
@Suite struct ReadyDevicesTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)
    private let cuff: DeviceID
    private let scale: DeviceID

    init() throws {
        cuff = try #require(DeviceID("5f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e5f"))
        scale = try #require(DeviceID("6f0c7e3a-2d4b-5c6e-9f81-0a1b2c3d4e5f"))
    }

    @Test func aDeviceIsShownAtItsSeatsUntilItWasRead() {
        var devices = ReadyDevices()
        #expect(devices.ready(cuff, peripheral: 3000, seats: ["bed-a", "bed-b"], now: now) == ["bed-a", "bed-b"])
        #expect(devices.ready(scale, peripheral: 5000, seats: ["bed-a"], now: now) == ["bed-a"])
        #expect(devices.peripherals(at: "bed-a") == [3000, 5000] && devices.peripherals(at: "bed-b") == [3000])
        #expect(devices.ended(cuff) == ["bed-a", "bed-b"])
        #expect(devices.peripherals(at: "bed-a") == [5000] && devices.peripherals(at: "bed-b") == [])
        #expect(devices.ended(cuff) == [])
    }

    @Test func aDeviceWithoutNewsIsForgotten() {
        var devices = ReadyDevices()
        _ = devices.ready(cuff, peripheral: 3000, seats: ["bed-a"], now: now)
        #expect(devices.forget(now: now + ReadyDevices.longest - 1) == [])
        #expect(devices.forget(now: now + ReadyDevices.longest) == ["bed-a"])
        #expect(devices.peripherals(at: "bed-a") == [])
    }

    /// A device that changed its seat while it waited leaves the old one.
    @Test func anotherSeatReplacesTheFirst() {
        var devices = ReadyDevices()
        _ = devices.ready(cuff, peripheral: 3000, seats: ["bed-a"], now: now)
        #expect(devices.ready(cuff, peripheral: 3000, seats: ["bed-b"], now: now) == ["bed-a", "bed-b"])
        #expect(devices.peripherals(at: "bed-a") == [] && devices.peripherals(at: "bed-b") == [3000])
    }

    @Test func aDeviceMeasuresItsAssignedSeatsOrTheOnlyOne() {
        func view(_ seat: String, until: Date? = nil) -> AssignmentView {
            AssignmentView(device: cuff, userIndex: nil, seat: seat, from: now - 60, until: until)
        }
        func seats(_ assignments: [AssignmentView], _ all: [String]) -> [String] {
            ReadyDevices.seats(of: cuff, assignments: assignments, all: all)
        }
        #expect(seats([view("bed-b"), view("bed-a"), view("bed-c", until: now)], ["bed-a"]) == ["bed-a", "bed-b"])
        #expect(seats([], ["bed-a"]) == ["bed-a"])
        #expect(seats([], ["bed-a", "bed-b"]) == [])
    }
}
