import BusContract
import ContractLiterals
import Foundation
import HTTPTypes
import Hummingbird
import MessageBus
import NIOCore
import TestSupport
import Testing
import VitalRecords

@testable import PageActor

/// Files that browsers send.
@Suite struct PageFileTests {
    private static let session = session(named: "a")

    private static func session(named name: String) -> PageSession {
        PageSession(
            id: "1",
            name: name,
            rights: Rights(role: .operator, seat: nil),
            csrf: "the word",
            used: Date(timeIntervalSince1970: 0)
        )
    }

    private struct Broken: Error {}

    /// A request of some pieces, each of so many bytes; nil breaks off.
    private static func request(_ pieces: [Int?], size: Int? = nil, word: String = "the word") throws -> Request {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/snap/photo")
        head.headerFields[try #require(PageFile.word)] = word
        if let size { head.headerFields[.contentLength] = "\(size)" }
        let body = AsyncThrowingStream<ByteBuffer, any Error> { stream in
            for piece in pieces {
                guard let piece else { return stream.finish(throwing: Broken()) }
                stream.yield(ByteBuffer(repeating: 0x41, count: piece))
            }
            stream.finish()
        }
        return Request(head: head, body: RequestBody(asyncSequence: body))
    }

    private static func count(_ request: Request, limit: Int = 100) async throws -> Int {
        var count = 0
        try await PageFile(request, session: session, limit: limit).read { count += $0.readableBytes }
        return count
    }

    @Test func piecesComeAsTheyAreSent() async throws {
        #expect(try await Self.count(Self.request([10, 20, 70])) == 100)
        let bytes = try await PageFile(Self.request([3, 4]), session: Self.session, limit: 9).bytes()
        #expect(bytes == Array(repeating: 0x41, count: 7))
    }

    @Test func whatIsTooLargeIsRefusedBeforeItIsReadAndAsSoonAsItIsSeen() async throws {
        let announced = try Self.request([1], size: 10_000_000_000)
        #expect(throws: PageError.self) { try PageFile(announced, session: Self.session, limit: 100) }
        var (taken, error) = (0, nil as PageError?)
        do {
            let file = try PageFile(Self.request([60, 60, 60, 60]), session: Self.session, limit: 100)
            try await file.read { taken += $0.readableBytes }
        } catch let refused as PageError {
            error = refused
        }
        #expect(error?.code == .tooLarge && taken == 60)
    }

    @Test func anotherPagesFileAndABrokenOneAreRefused() async throws {
        let foreign = try Self.request([1], word: "guessed")
        let error = #expect(throws: PageError.self) { try PageFile(foreign, session: Self.session, limit: 100) }
        #expect(error?.code == .forbidden)
        for broken in [try Self.request([10, nil]), try Self.request([10], size: 20), try Self.request([])] {
            let error = await #expect(throws: PageError.self) { try await Self.count(broken) }
            #expect(error?.text == "error.broken")
        }
    }

    @Test func theReceiversFaultStaysItsOwn() async throws {
        let file = try PageFile(Self.request([10]), session: Self.session, limit: 100)
        await #expect(throws: Broken.self) { try await file.read { _ in throw Broken() } }
    }

    @Test func aGateHasItsPlaces() async throws {
        let gate = PageGate(most: 2, share: 1)
        let (own, other, third) = (Self.session, Self.session(named: "other"), Self.session(named: "third"))
        try await gate.within(own) {
            let error = await #expect(throws: PageError.self) { try await gate.within(own) {} }
            #expect(error?.code == .tooMany, "one person has a share")
            try await gate.within(other) {
                let full = await #expect(throws: PageError.self) { try await gate.within(third) {} }
                #expect(full?.code == .tooMany)
            }
        }
        try await gate.within(own) {}
    }
}

/// What was read of a display, for a person.
@Suite struct SnapTests {
    private static func words(_ texts: [String: String] = [:]) -> SnapWords {
        SnapWords(language: .init(code: "en", words: texts))
    }

    private static func seen(_ refused: DisplayResult.Refusal? = nil) throws -> DisplayResult {
        let number = try #require(DecimalNumber("6.2"))
        let value = VitalRecords.Measurement(metric: .bloodGlucose, value: number, unit: "mmol/L")
        return DisplayResult(
            text: "6.2\nmmol",
            fields: refused == nil
                ? [DisplayResult.Field(key: "glu", text: "6.2", measurement: value, characters: [0.9, 0.9])] : [],
            confidence: 0.9999,
            accepted: false,
            reasons: [.blurred, ReadingDoubt(rawValue: "doubtOfTheFuture")],
            refused: refused,
            display: PictureArea(x: 1, y: 2, width: 3, height: 4)
        )
    }

    @Test func aReadingIsShownWithItsDoubtsAndItsRange() throws {
        let key = ReadingKey.random()
        let words = Self.words(["snap.sure": "{percent} % sure", "decimal.point": ",", "doubt.blurred": "Hold still."])
        let answer = try words.answer(Self.seen(), key: key, isHeld: true)
        #expect(answer.state == .read && answer.text == "6.2 / mmol" && answer.reading == key.rawValue)
        // Almost certain is not certain.
        #expect(answer.sure == "99,9 % sure")
        #expect(answer.doubts == ["Hold still.", "doubtOfTheFuture"])
        let value = try #require(answer.values.first)
        #expect(value.plain == "6.2" && value.ucum == "mmol/L")
        let (low, high) = (try #require(value.low.flatMap(Double.init)), try #require(value.high.flatMap(Double.init)))
        // In the unit that the meter shows, not in the table's.
        #expect(low < 2 && high > 20 && high < 100, "\(low) \(high)")
    }

    @Test func whatIsNotKeptHasNothingToConfirm() throws {
        let answer = try Self.words().answer(Self.seen(), key: .random(), isHeld: false)
        #expect(answer.state == .read && answer.reading == nil && answer.words == "snap.notStored")
    }

    @Test func whatIsRefusedSaysWhy() throws {
        let words = Self.words(["snap.refused": "no: {why}", "refused.glare": "light"])
        let answer = try words.answer(Self.seen(.glare), key: .random(), isHeld: false)
        #expect(answer.state == .none && answer.words == "no: light" && answer.values.isEmpty)
        #expect(answer.display?.width == 3)
    }

    @Test func aJobIsToldByItsState() {
        func answer(_ state: OCRJob.State, error: String? = nil) -> SnapAnswer {
            let fault = error.map { WireFault(code: "x", message: $0, retriable: false) }
            return Self.words(["snap.failed": "failed: {why}"])
                .answer(OCRJob(jobID: "1", readingKey: .random(), state: state, error: fault))
        }
        #expect(answer(.waiting).state == .waiting)
        #expect(answer("stateOfTheFuture").state == .waiting)
        #expect(answer(.failed, error: "a bomb").words == "failed: a bomb")
        #expect(answer(.cancelled).state == .none && answer(.done).state == .none)
    }

    @Test(arguments: [
        [0xFF, 0xD8, 0xFF, 0xE0], [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A],
        Array("\0\0\0\u{18}ftypheic".utf8) + [0, 0, 0, 0],
    ])
    func aPhotoIsTaken(head: [UInt8]) throws { try SnapPhotos.check(head) }

    @Test(arguments: ["", "GIF89a", "<svg xmlns", "%PDF-1.7", "PK\u{3}\u{4}", "#!/bin/sh"])
    func whatIsNoPhotoIsRefused(head: String) {
        #expect(throws: PageError.self) { try SnapPhotos.check(Array(head.utf8)) }
    }

    @Test func metersStandByTheirTypeAndAnyOneFirst() throws {
        let language = PageTexts.Language(code: "en", words: ["meter.glucoseMeter": "Any"])
        let meters = ["", "Zeta", "acme"].map { maker in
            OCRPeripherals.Entry(
                peripheralID: maker.count,
                type: "glucoseMeter",
                manufacturer: maker,
                model: "M",
                units: ["mg/dL", "mmol/L"],
                fields: []
            )
        }
        let groups = SnapChoice.groups(meters, language: language)
        let models = try #require(groups.first?["meters"] as? [[String: Any]])
        #expect(groups.count == 1 && models.map { $0["name"] as? String } == ["Any", "acme M", "Zeta M"])
        #expect(models.first?["units"] as? String == "mg/dL,mmol/L")
    }
}

/// Codes that name a seat.
@Suite struct SeatCodeTests {
    private let seats = ["bed-a", "bed-b"]

    @Test(arguments: ["bed-a", " bed-a\n", "seat:bed-a", "SEAT:bed-a", "https://home.example:8470/seats/bed-a?x=1"])
    func aSeatIsNamed(text: String) throws {
        #expect(try SeatCode.seat(in: ["4012345", text], among: seats) == "bed-a")
    }

    @Test func anythingElseIsRefusedByItsWord() {
        for (texts, word) in [
            ([], "error.noCode"), (["bed-c"], "error.noSeatCode"), (["/seats/../bed-a"], "error.noSeatCode"),
            (["bed-a", "bed-b"], "error.severalCodes"),
        ] as [([String], String)] {
            let error = #expect(throws: PageError.self) { try SeatCode.seat(in: texts, among: seats) }
            #expect(error?.text == word)
        }
    }
}
