internal import BusContract
internal import DisplayPeripherals
internal import DisplayReading
internal import Leptonica
internal import OCRTools
internal import PhotoReading
internal import Pixels
internal import VitalRecords

/// A reading across several frames, which vote on each character.
struct PictureVote: DisplayVote {
    private let engine: DisplayEngine
    private let target: ReadingTarget
    private let cutsFrames: Bool
    private let painter: FramePainter
    private var vote: FrameVote
    /// The display in the best frame so far.
    private var best: SeenDisplay?

    /// Starts without frames.
    init(engine: DisplayEngine, target: ReadingTarget, cutsFrames: Bool) {
        self.engine = engine
        self.target = target
        self.cutsFrames = cutsFrames
        painter = FramePainter(
            overlay: DisplayOverlay(target.peripheral, unit: target.unit),
            box: target.box.map { OrientedBox($0, angle: target.boxAngle) }
        )
        vote = FrameVote { fields in fields.allSatisfy { target.allows($0.text, as: $0.name) } }
    }

    /// Recognises a frame and adds its vote.
    mutating func look(
        at frame: FramePicture,
        number: Int,
        time: Duration,
        shows: Bool
    ) throws(UnreadablePicture) -> SeenFrame {
        let opened = try open(frame)
        let picture = engine.recognise(opened, request: target.request)
        var seen = count(picture, in: opened, number: number, time: time)
        seen.aim = painter.aim(picture, in: opened)
        if shows { seen.preview = painter.drawn(picture, in: opened, text: seen.display.text) }
        return seen
    }

    private mutating func count(
        _ picture: RecognisedPicture,
        in opened: OpenedPicture,
        number: Int,
        time: Duration
    ) -> SeenFrame {
        let cut = cutsFrames ? DisplayPictureEngine.crop(of: picture, inFrame: opened) : []
        var shown = target.seen(picture, crop: cut)
        var (completed, waits): (CompletedReading?, [ReadingDoubt]) = (nil, [])
        for action in vote.take(FrameObservation(picture, in: opened, number: number, time: time)) {
            switch action {
            case .restarted: best = nil
            case .keep: best = target.seen(picture, crop: DisplayPictureEngine.crop(of: picture, in: opened))
            case .result(let result):
                shown.text = result.text.isEmpty ? shown.text : result.text
                waits = result.waits
            case .completed(let reading): completed = reading
            }
        }
        guard let completed, let best else { return SeenFrame(display: shown, waits: waits) }
        guard let display = Self.display(best, completed: completed, target: target) else {
            // The agreed text is not a number, so the vote restarts.
            vote.restart()
            self.best = nil
            return SeenFrame(display: shown, waits: [.unusualValue])
        }
        let agreement = SeenFrame.Agreement(
            display: display,
            frames: completed.framesUsed,
            share: completed.agreement
        )
        return SeenFrame(display: shown, completed: agreement)
    }

    private func open(_ frame: FramePicture) throws(UnreadablePicture) -> OpenedPicture {
        switch frame {
        case .encoded(let bytes): return try DisplayPictureEngine.open(bytes, isWhole: target.box == nil)
        case .rgb(let width, let height, let pixels):
            guard let image = ColorImage(width: width, height: height, pixels: pixels) else {
                throw UnreadablePicture("unreadable", message: "the frame's bytes do not fit its size")
            }
            return OpenedPicture(image)
        }
    }

    /// The best frame with the agreed reading; nil if that is not a number.
    private static func display(
        _ best: SeenDisplay,
        completed: CompletedReading,
        target: ReadingTarget
    ) -> SeenDisplay? {
        var display = best
        display.text = completed.text
        display.confidence = completed.confidence
        display.reasons = []
        display.fields = []
        for field in completed.fields {
            let known = best.fields.first { $0.key == field.name }
            let isSame = known?.text == field.text
            guard isSame || DecimalNumber(field.text) != nil else { return nil }
            let value = DecimalNumber(field.text).flatMap { target.measurement(field.name, value: $0, unit: nil) }
            display.fields.append(
                DisplayResult.Field(
                    key: field.name,
                    text: field.text,
                    measurement: isSame ? known?.measurement : value,
                    characters: field.confidences
                )
            )
        }
        return display
    }
}

extension FrameObservation {
    /// Converts the recognition result of a frame, each character with its glare.
    ///
    /// - Parameters:
    ///   - picture: The recognition result.
    ///   - opened: The frame.
    ///   - number: The frame's number.
    ///   - time: The time of the frame.
    init(_ picture: RecognisedPicture, in opened: OpenedPicture, number: Int, time: Duration) {
        let bounds = picture.display?.scaled(by: 1 / Double(opened.scale)).bounds
            .clamped(width: opened.color.width, height: opened.color.height)
        let display = bounds.flatMap { $0.width > 1 && $0.height > 1 ? opened.color.cropped($0).gray : nil }
        self.init(
            number: number,
            time: time,
            // Values and glare are both placed in the original picture.
            rows: picture.measurements.map { RowGuess($0, glare: picture.glare.found) },
            confidence: picture.confidence,
            doubts: picture.reasons,
            glare: picture.glare.found,
            box: bounds,
            signature: display.map(FrameSignature.init),
            showsOther: ["displayOff", "errorCode", "outOfRange", "clock", "memory", "notThisField"]
                .contains(picture.refusal?.reason ?? "")
        )
    }
}
