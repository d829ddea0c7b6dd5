import BusContract
import ContractLiterals
import OCRTools
import VitalRecords

@testable import OCRWorkerActor

/// An engine whose results the test decides.
struct ScriptedEngine: PictureEngine {
    static let reading = seen("128\n83", sys: 128)

    /// The content of a picture.
    var look: @Sendable ([UInt8]) throws(UnreadablePicture) -> SeenDisplay = { _ in reading }
    /// The contents of a stream's frames, in order.
    var frames: [SeenFrame] = []
    var found: [ScannedCodes.Code] = []
    /// The conversion of a picture that records cannot carry.
    var made: @Sendable ([UInt8]) throws(UnreadablePicture) -> [UInt8] = { $0 }
    /// The options with which votes were begun.
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

    /// The content of a cuff's display.
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
