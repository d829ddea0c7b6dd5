internal import BusContract
internal import DisplayReading
internal import PhotoReading
internal import Pixels
internal import VitalRecords

/// Guidance for a person who holds a meter in front of a camera.
///
/// Pure.
struct AimHints: Sendable, Hashable {
    /// The hints for `FramePreview.hints`, the most helpful first; never empty.
    let words: [FramePreview.Hint]

    /// The accepted size of the display relative to the frame; outside it, the meter is too far away or too near.
    private static let sizes = 0.55...1.6
    /// The accepted distance of its centre from the frame's, as a share of the frame's sides.
    private static let offset = 0.3
    private static let faults: [DisplayResult.Refusal: FramePreview.Hint] = [
        .tooDark: .dark, .blurred: .blurred, .glare: .glare, .tooSmall: .nearer, .severalDisplays: .onlyOne,
        .displayOff: .off, .outOfTime: .straighten,
    ]
    /// The hints for doubts that holding the meter differently can resolve.
    private static let helps: [ReadingDoubt: FramePreview.Hint] = [
        .blurred: .blurred, .faint: .dark, .tooSmall: .nearer, .smallPrint: .nearer, .tilted: .straighten,
        .severalDisplays: .onlyOne, .glare: .glare, .glareBeside: .glare, .outOfTime: .straighten,
    ]

    /// Derives the hints from a recognised frame.
    ///
    /// - Parameters:
    ///   - picture: The recognition result.
    ///   - display: The display's box in the preview's pixels; nil if none was found.
    ///   - frame: Where the display should be.
    ///   - angle: How far it should be turned, in radians.
    init(_ picture: RecognisedPicture, display: OrientedBox?, frame: PixelRect, angle: Double = 0) {
        var words = picture.refusal.flatMap { Self.faults[.init(rawValue: $0.reason)] }.map { [$0] } ?? []
        if picture.refusal == nil { words += picture.reasons.compactMap { Self.helps[$0] } }
        if picture.glare.box != nil, !picture.isAccepted { words.append(.glare) }
        if !picture.isAccepted {
            words += display.map { Self.aim($0, frame: frame, angle: angle) } ?? (words.isEmpty ? [.aim] : [])
        }
        if words.isEmpty { words = [.hold] }
        self.words = words.reduce(into: []) { known, word in
            if !known.contains(word) { known.append(word) }
        }
    }

    /// The direction in which to move the meter, as seen in the picture.
    static func aim(_ display: OrientedBox, frame: PixelRect, angle: Double = 0) -> [FramePreview.Hint] {
        guard frame.width > 0, frame.height > 0 else { return [] }
        let bounds = display.bounds
        let size = max(
            Double(bounds.width) / Double(frame.width),
            Double(bounds.height) / Double(frame.height)
        )
        var words: [FramePreview.Hint] = []
        if size < sizes.lowerBound { words.append(.nearer) }
        if size > sizes.upperBound { words.append(.farther) }
        let across = display.center.x - Double(frame.x) - Double(frame.width) / 2
        let down = display.center.y - Double(frame.y) - Double(frame.height) / 2
        if abs(across) > Double(frame.width) * offset { words.append(across < 0 ? .right : .left) }
        if abs(down) > Double(frame.height) * offset { words.append(down < 0 ? .down : .up) }
        if display.isAskew(against: angle) { words.append(.straighten) }
        return words
    }
}
