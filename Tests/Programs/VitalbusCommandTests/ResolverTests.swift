import ActorRuntime
import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import VitalbusCommand

/// Which thing a person's words refer to, and the error if there is none.
@Suite struct ResolverTests {
    private func names(_ things: [KnownNames.Thing], prefixes: Bool = true) -> KnownNames {
        KnownNames(kind: "thing", things: things, takesPrefixes: prefixes, wayOut: "'look' shows them")
    }

    private func things(_ ids: String...) -> [KnownNames.Thing] { ids.map { KnownNames.Thing(id: $0) } }

    private func refusal(_ text: String, _ names: KnownNames) -> CommandFailure? {
        do {
            _ = try names.pick(text)
            return nil
        } catch {
            return error as? CommandFailure
        }
    }

    @Test func wholeNamesBeginningsAndWordsAreFound() throws {
        let rooms = names(things("room-1", "room-12", "hall"))
        #expect(try rooms.pick("room-1") == "room-1", "a whole name, though another begins with it")
        #expect(try rooms.pick("room-12") == "room-12")
        #expect(try rooms.pick("ha") == "hall")
        let models = names([
            KnownNames.Thing(id: "3000", names: ["Blood Pressure Monitor"]),
            KnownNames.Thing(id: "5000", names: ["Weight Scale"]),
        ])
        #expect(try models.pick("blood press") == "3000")
        #expect(try models.pick("SCALE") == "5000")
    }

    @Test func whatIsNotThereIsRefusedWithWhatIs() {
        let rooms = names(things("room-1", "room-12", "hall"), prefixes: false)
        let failure = refusal("rom-12", rooms)
        #expect(failure?.exitCode == 65 && failure?.code == "notFound")
        #expect(
            failure?.message
                == "unknown thing 'rom-12'; did you mean room-12? There are room-1, room-12, hall: 'look' "
                + "shows them"
        )
        #expect(refusal("hal", rooms)?.message.contains("did you mean hall?") == true)
        #expect(refusal("kitchen", rooms)?.message.contains("did you mean") == false)
        #expect(refusal("x", names([]))?.message.contains("there are none yet") == true)
        #expect(refusal("room", rooms) != nil, "no beginning where none is taken")
    }

    @Test func whatMaySeveralBeIsNotGuessed() {
        let rooms = names(things("room-1", "room-12", "hall"))
        #expect(refusal("room", rooms)?.message == "'room' is more than one thing: room-1, room-12")
        let many = names((10..<40).map { KnownNames.Thing(id: "t\($0)") })
        #expect(refusal("nothing", many)?.message.contains("t21 and 18 more") == true)
    }

    @Test(arguments: [
        ("", "abc", 3), ("room-12", "rom-12", 1), ("abc", "acb", 1), ("systolic", "sistolyc", 2), ("a", "a", 0),
    ])
    func lettersAreCounted(first: String, second: String, distance: Int) {
        #expect(NearestName.distance(first, and: second) == distance)
        #expect(NearestName.distance(second, and: first) == distance)
    }

    // MARK: - On the bus

    private static let device = DeviceID(uuid: UUID(uuid: (0xAB, 0, 0, 0, 0, 0, 0x50, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))

    private static let seats = RequestHandler(SessionOperations.seats) { body, _ in
        let names = body.page == 2 ? ["bed-b"] : ["bed-a"]
        return SeatPage(
            page: body.page ?? 1,
            pages: 2,
            seats: names.map {
                SeatPage.Entry(seat: $0, configured: true, waiting: 0, unsynced: 0, rejected: 0, held: 0, devices: 0)
            }
        )
    }

    private static let manager = [
        seats,
        RequestHandler(SessionOperations.devices) { _, _ in
            let view = AssignmentView(device: device, userIndex: nil, seat: "bed-a", from: Date(), until: nil)
            return Assignments(assignments: [view])
        },
        RequestHandler(SessionOperations.heldReadings) { _, _ in HeldPage(page: 1, pages: 1, readings: []) },
        RequestHandler(SessionOperations.assignDevice) { body, _ in
            AssignmentView(device: body.device, userIndex: nil, seat: body.seat, from: Date(), until: nil)
        },
    ]

    private static let scanner = [
        RequestHandler(ScannerTopics.sightings) { _, _ in Sightings(devices: []) }
    ]

    private func run(_ arguments: String..., hasScanner: Bool = true) async throws -> Shell.Outcome {
        let broker = InMemoryBroker()
        let arguments = arguments + ["--state", "/nonexistent/vitalbus"]
        return try await Shell.serving("session-manager", hub: "site", Self.manager, on: broker) {
            guard hasScanner else { return await Shell(broker).run(arguments) }
            return try await Shell.serving("ble-scanner", hub: "h", Self.scanner, on: broker) {
                await Shell(broker).run(arguments)
            }
        }
    }

    @Test func aDeviceIsNamedByTheBeginningOfItsUUID() async throws {
        let done = try await run("device", "assign", "ab00", "--seat", "bed-b")
        #expect(done.code == 0 && done.out.first?.hasPrefix("device \(Self.device): seat bed-b") == true, "\(done)")
        let whole = try await run("device", "assign", Self.device.description.uppercased(), "--seat", "bed-b")
        #expect(whole.code == 0)
    }

    @Test func allPagesOfSeatsAreKnown() async throws {
        let done = try await run("device", "assign", "ab00", "--seat", "bed-c")
        #expect(done.code == 65 && done.out.isEmpty)
        #expect(done.err.first?.contains("did you mean bed-a or bed-b?") == true, "\(done.err)")
    }

    @Test(
        arguments: [
            ["session", "start", "--seat", "bed-c", "--default-user"],
            ["device", "pair", "ab00", "3000", "--seat", "bed-c"],
        ]
    )
    func aPairingAndASessionAreOfASeatThatIsThere(arguments: [String]) async throws {
        let broker = InMemoryBroker()
        let done = try await Shell.serving("session-manager", hub: "site", Self.manager, on: broker) {
            await Shell(broker).run(arguments + ["--state", "/nonexistent/vitalbus"])
        }
        #expect(done.code == 65 && done.out.isEmpty)
        #expect(done.err.first?.contains("did you mean bed-a or bed-b?") == true, "\(done.err)")
    }

    @Test func aDeviceToPairIsNamedByTheBeginningOfItsUUID() async throws {
        let none = try await run("device", "pair", "cd00", "3000", "--seat", "bed-a")
        #expect(none.code == 65 && none.err.first?.contains(Self.device.description) == true, "\(none.err)")
        // The device is found, but there is no reader to pair it.
        let found = try await run("device", "pair", "ab00", "3000", "--seat", "bed-a")
        #expect(found.code == 69, "\(found.err)")
    }

    @Test func aDeviceThatNobodyKnowsIsAssignedOnlyWhereThatIsSaid() async throws {
        let other = "cd000000-0000-5000-8000-000000000001"
        let done = try await run("device", "assign", other, "--seat", "bed-a")
        #expect(done.code == 65)
        #expect(done.err.first?.contains(Self.device.description) == true, "\(done.err)")
        #expect(try await run("device", "assign", other, "--seat", "bed-a", "--unseen").code == 0)
        // While the scanner is away, the device may still exist.
        #expect(try await run("device", "assign", other, "--seat", "bed-a", hasScanner: false).code == 0)
        #expect(try await run("device", "assign", "cd00", "--seat", "bed-a", hasScanner: false).code == 65)
    }
}
