import BusContract
import ContractLiterals
import OCRTools
import VitalRecords

@testable import OCRWorkerActor

/// An engine that sees what the test says.
struct ScriptedEngine: PictureEngine {
    static let reading = seen("128\n83", sys: 128)

    /// What a picture shows.
    var look: @Sendable ([UInt8]) throws(UnreadablePicture) -> SeenDisplay = { _ in reading }
    /// What the frames of a stream show, one after the other.
    var frames: [SeenFrame] = []
    var found: [ScannedCodes.Code] = []
    /// What becomes of a picture that records do not carry.
    var made: @Sendable ([UInt8]) throws(UnreadablePicture) -> [UInt8] = { $0 }
    /// How it was asked to begin votes.
    let asked = AskedVotes()

    var peripherals: [OCRPeripherals.Entry] {
        [
            OCRPeripherals.Entry(
                peripheralID: 10_101,
                type: "bloodPressure",
                manufacturer: "Acme",
                model: "BP1",
                units: ["mmHg"],
                fields: ["sys", "dia"]
            )
        ]
    }

    func overlay(_ request: OverlayRequest) throws(UnreadablePicture) -> Overlay {
        try check(DisplayWish(peripheralID: request.peripheralID))
        let frame = PictureArea(x: 1, y: 2, width: request.width / 2, height: request.height / 2)
        return Overlay(peripheralID: request.peripheralID, frame: frame, svg: "<svg/>")
    }

    func check(_ wish: DisplayWish) throws(UnreadablePicture) {
        guard wish.peripheralID.map({ $0 == 10_101 }) ?? true else {
            throw UnreadablePicture("unknownPeripheral", message: "there is no such display")
        }
    }

    func read(_ picture: [UInt8], wish: DisplayWish) throws(UnreadablePicture) -> SeenDisplay { try look(picture) }

    func jpeg(of picture: [UInt8]) throws(UnreadablePicture) -> [UInt8] { try made(picture) }

    func codes(in picture: [UInt8]) throws(UnreadablePicture) -> [ScannedCodes.Code] { found }

    func vote(_ wish: DisplayWish, cutsFrames: Bool) throws(UnreadablePicture) -> any DisplayVote {
        try check(wish)
        asked.add(cutsFrames)
        return Vote(frames: frames)
    }

    struct Vote: DisplayVote {
        var frames: [SeenFrame]

        mutating func look(
            at frame: FramePicture,
            number: Int,
            time: Duration,
            shows: Bool
        ) throws(UnreadablePicture) -> SeenFrame {
            guard !frames.isEmpty else { throw UnreadablePicture("unreadable", message: "torn") }
            var seen = frames.removeFirst()
            if !shows { seen.preview = nil }
            return seen
        }
    }

    /// What a cuff shows.
    static func seen(_ text: String, sys: DecimalNumber, isAccepted: Bool = true) -> SeenDisplay {
        SeenDisplay(
            text: text,
            fields: [
                DisplayResult.Field(
                    key: "sys",
                    text: "\(sys)",
                    measurement: Measurement(metric: .systolic, value: sys, unit: "mm[Hg]"),
                    characters: [0.99]
                )
            ],
            confidence: isAccepted ? 0.98 : 0.6,
            reasons: isAccepted ? [] : [.unsure, .blurred],
            meter: SeenDisplay.Meter(peripheralID: 10_101, manufacturer: "Acme", model: "BP1", recordType: .biometrics),
            crop: SampleCrop.bytes
        )
    }
}
