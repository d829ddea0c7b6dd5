internal import BusContract
internal import HubRunner
internal import Pixels
internal import VitalRecords

/// Displays previews: drawn in place on a terminal, elsewhere as one line for each change.
actor PreviewScreen {
    private let environment: CommandEnvironment
    private let colors: BlockPicture.Colors
    private let redraw: (@Sendable (String) -> Void)?
    private let displays: (any DisplayLibraries)?
    private var shownLines = 0
    private var last = ""
    /// Whether a frame was written to a file.
    private(set) var hasSaved = false

    /// Creates a screen.
    ///
    /// - Parameter isPlain: Whether pictures are left out.
    /// - Throws: ``CommandFailure`` if pictures are to be drawn without the libraries to decode them.
    init(environment: CommandEnvironment, isPlain: Bool) throws {
        self.environment = environment
        let isDumb = environment.variables["TERM"] == "dumb"
        redraw = isPlain || isDumb ? nil : environment.progress
        displays = redraw == nil ? nil : try environment.displays()
        colors = BlockPicture.Colors(environment.variables)
    }

    /// Whether pictures are drawn.
    nonisolated var showsPictures: Bool { redraw != nil }

    /// Records that a frame was written.
    func noteSaved() { hasSaved = true }

    /// Shows a frame.
    ///
    /// - Parameter picture: The picture's bytes; nil if they are unavailable.
    func show(_ result: DisplayResult, preview: FramePreview, picture: [UInt8]?) {
        let words = PreviewText.lines(result, preview: preview)
        guard let redraw else {
            let line = words.joined(separator: "; ")
            if line != last { environment.out(line) }
            last = line
            return
        }
        guard let picture, let image = displays?.decode(picture) else { return }
        let size = LiveScreen.size(ofStandardError: true)
        let room = (columns: min(size.columns - 1, 72), lines: size.lines - words.count - 2)
        let lines = BlockPicture.lines(of: image, columns: room.columns, lines: room.lines, colors: colors) + words
        let up = shownLines > 0 ? "\u{1B}[\(shownLines)A\r\u{1B}[J" : ""
        redraw(up + lines.joined(separator: "\n") + "\n")
        shownLines = lines.count
    }
}

/// The text of a preview for people.
enum PreviewText {
    /// The reading so far, with hints.
    static func lines(_ result: DisplayResult, preview: FramePreview) -> [String] {
        let hints = preview.hints.prefix(3).map { EventLine.plain(words[$0] ?? $0.rawValue) }.joined(separator: ", ")
        // Sentences for the reasons that no hint covers.
        let known = Set(preview.hints.map(\.rawValue))
        let reasons = PhotoText.doubts(result.reasons?.filter { !known.contains($0.rawValue) }).prefix(2)
        return [PhotoText.seen(result), hints.isEmpty ? "…" : hints] + reasons
    }

    private static let words: [FramePreview.Hint: String] = [
        .aim: "no display found: hold the meter inside the frame", .nearer: "move the meter closer to the camera",
        .farther: "move the meter away from the camera", .left: "move the meter to the left of the picture",
        .right: "move the meter to the right of the picture", .up: "move the meter up in the picture",
        .down: "move the meter down in the picture", .straighten: "straighten the meter",
        .glare: "a reflection: tilt the meter, or shade it", .dark: "too dark: add light", .blurred: "hold still",
        .off: "the display is off: switch the meter on", .onlyOne: "several displays: show only one",
        .hold: "good, hold still",
    ]
}
