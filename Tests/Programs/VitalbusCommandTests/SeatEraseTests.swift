import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import Testing
import VitalRecords

/// `vitalbus seat erase` against a session manager and the readers of two hubs.
@Suite struct SeatEraseTests {
    private let state = FileManager.default.temporaryDirectory.appending(path: "vb-cli-\(UUID().uuidString)").path
    private let device = DeviceID(uuid: UUID())

    /// The requests, in order.
    private final class Asked: Sendable {
        private let log = Mutex<[String]>([])
        var all: [String] { log.withLock { $0 } }

        func note(_ text: String) { log.withLock { $0.append(text) } }
    }

    private func view(_ seat: String) -> AssignmentView {
        AssignmentView(device: device, userIndex: nil, seat: seat, from: Date(timeIntervalSince1970: 0), until: nil)
    }

    private func manager(_ asked: Asked, hasSession: Bool) -> [RequestHandler] {
        [
            RequestHandler(SessionOperations.devices) { [self] body, _ in
                let all = body.seat.map { [view($0)] } ?? [view("bed-a"), view("bed-b")]
                return Assignments(assignments: all, page: 1, pages: 1)
            },
            RequestHandler(SessionOperations.eraseSeat) { body, _ in
                guard !hasSession else { throw BusError(.conflict, message: "end it first") }
                asked.note(body.checkOnly == true ? "check" : "erase")
                return SeatErased(
                    seat: body.seat,
                    records: 3,
                    sessions: 1,
                    assignments: 1,
                    heldReadings: 2,
                    sharedHeldReadings: 1,
                    devices: []
                )
            },
        ]
    }

    /// - Parameter kept: The numbers of frames and readings that remain.
    private func reader(_ asked: Asked, _ hub: String, kept: (frames: Int, readings: Int)) -> RequestHandler {
        RequestHandler(ReaderTopics.eraseDevices) { body, _ in
            let seats = body.assignments.map(\.seat).joined(separator: "+")
            asked.note("\(hub) \(body.seat) of \(seats)\(body.forgetPairing == true ? ", forget" : "")")
            return DevicesErased(
                hub: hub,
                frames: 5,
                readings: 1,
                keptFrames: kept.frames,
                keptReadings: kept.readings,
                forgotten: 0
            )
        }
    }

    private func worker(_ asked: Asked) -> RequestHandler {
        RequestHandler(OCRTopics.erasePictures) { body, _ in
            asked.note("pictures of \(body.seat)")
            return PicturesErased(seat: body.seat, jobs: 3, pictures: 2, readings: 1, streams: 1)
        }
    }

    /// - Parameter workers: The availability of OCR workers, by hub and instance; the one of room-1 answers.
    private func run(
        _ arguments: String...,
        answer: String? = nil,
        hasSession: Bool = false,
        isSecondHubThere: Bool = true,
        workers: [String: [String: Availability]] = [:],
        kept: (frames: Int, readings: Int) = (2, 0)
    ) async throws -> (outcome: Shell.Outcome, asked: [String]) {
        let broker = InMemoryBroker()
        let asked = Asked()
        let bus = broker.connect()
        for hub in ["room-1", "room-2"] {
            let isThere = hub == "room-1" || isSecondHubThere
            let address = try BusAddress(site: "s", hub: hub, actor: "device-reader", instance: "main")
            let word = isThere ? Availability.online : .offline
            _ = try await bus.publish(
                BusMessage(
                    topic: address.topic("actor/device-reader/main/availability"),
                    payload: Array(word.rawValue.utf8),
                    retain: true
                )
            )
        }
        for (hub, instances) in workers {
            for (instance, word) in instances {
                let address = try BusAddress(site: "s", hub: hub, actor: "ocr-worker", instance: instance)
                _ = try await bus.publish(
                    BusMessage(
                        topic: address.topic("actor/ocr-worker/\(instance)/availability"),
                        payload: Array(word.rawValue.utf8),
                        retain: true
                    )
                )
            }
        }
        let handlers = manager(asked, hasSession: hasSession)
        let displays = workers["room-1"] == nil ? [] : [worker(asked)]
        let (first, second) = (reader(asked, "room-1", kept: kept), reader(asked, "room-2", kept: kept))
        let state = state
        let outcome = try await Shell.serving("session-manager", hub: "site", handlers, on: broker) {
            try await Shell.serving("device-reader", hub: "room-1", [first], on: broker) {
                try await Shell.serving("device-reader", hub: "room-2", [second], on: broker) {
                    try await Shell.serving("ocr-worker", hub: "room-1", displays, on: broker) {
                        await Shell(broker, answer: answer).run(
                            ["seat", "erase", "bed-a"] + arguments + ["--state", state]
                        )
                    }
                }
            }
        }
        return (outcome, asked.all)
    }

    @Test func theHubsComeBeforeTheAssignmentsGo() async throws {
        let (outcome, asked) = try await run("--yes", "--forget-pairing")
        #expect(outcome.code == 0)
        let told = ["room-1", "room-2"].map { "\($0) bed-a of bed-a+bed-b, forget" }
        #expect(asked == ["check"] + told + ["erase"])
        #expect(outcome.out.first == "seat bed-a erased: 1 sessions, 3 records, 1 assignments, 2 held readings")
        #expect(outcome.out.contains("hub room-2: 5 raw frames, 1 waiting readings erased"))
        let kept = "hub room-1: 2 raw frames and 0 waiting readings may belong to another person"
        #expect(outcome.out.contains { $0.hasPrefix(kept) })
    }

    @Test func countsOfMoreThanThereCanBeAreShown() async throws {
        let (outcome, asked) = try await run("--yes", kept: (.max, .max))
        #expect(outcome.code == 0 && asked.last == "erase")
        #expect(outcome.out.contains { $0.hasPrefix("hub room-1: \(Int.max) raw frames and \(Int.max) waiting") })
    }

    @Test func aHubThatIsAwayIsNamedAndNothingIsErasedWithoutIt() async throws {
        let (outcome, asked) = try await run("--yes", isSecondHubThere: false)
        #expect(outcome.code == 75)
        #expect(asked == ["check", "room-1 bed-a of bed-a+bed-b"])
        let words = outcome.err.joined()
        #expect(words.contains("room-2 (its reader is offline)"))
        #expect(words.contains("Run this again") && words.contains("--leave-hubs"))
    }

    @Test func aHubThatNeverComesBackIsLeftOutInSoManyWords() async throws {
        let (outcome, asked) = try await run("--yes", "--leave-hubs", isSecondHubThere: false)
        #expect(outcome.code == 0)
        #expect(asked.last == "erase")
        #expect(outcome.out.contains { $0.hasPrefix("hub room-2 was skipped") })
    }

    @Test func picturesOfDisplaysGoBeforeTheRest() async throws {
        let workers: [String: [String: Availability]] = ["room-1": ["o1": .online]]
        let (outcome, asked) = try await run("--yes", workers: workers)
        #expect(outcome.code == 0, "\(outcome.err)")
        #expect(asked.prefix(2) == ["check", "pictures of bed-a"] && asked.last == "erase")
        #expect(
            outcome.out.contains("displays: 2 pictures, 3 jobs, 1 waiting readings erased, 1 streams ended")
        )
    }

    @Test func aWorkerThatIsAwayMayHavePictures() async throws {
        let workers = ["room-1": ["o1": Availability.online], "room-2": ["o1": .offline]]
        let (outcome, asked) = try await run("--yes", workers: workers)
        #expect(outcome.code == 75 && !asked.contains("erase"))
        #expect(outcome.err.joined().contains("room-2 (its OCR worker is offline)"))
        let (left, _) = try await run("--yes", "--leave-hubs", workers: workers)
        #expect(left.code == 0 && left.out.contains { $0.hasPrefix("hub room-2 was skipped") })
    }

    @Test func aSeatWithASessionLosesNothing() async throws {
        let (outcome, asked) = try await run("--yes", hasSession: true)
        #expect(outcome.code == 65)
        #expect(asked.isEmpty)
    }

    @Test(arguments: [("y", true), ("n", false), (nil, false)])
    func aSeatIsErasedOnceThatIsAgreed(answer: String?, isDone: Bool) async throws {
        let (outcome, asked) = try await run(answer: answer)
        #expect((outcome.code == 0) == isDone)
        #expect(asked.isEmpty != isDone)
    }
}
