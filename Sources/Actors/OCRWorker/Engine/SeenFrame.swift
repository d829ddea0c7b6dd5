package import BusContract
package import VitalRecords

/// What a frame shows, with what those before it showed.
package struct SeenFrame: Sendable {
    /// The reading as far as it is known, with the display as this frame shows it where frames are cut out.
    package var display: SeenDisplay
    /// What the frames still lack to make a reading; empty where they make one.
    package var waits: [ReadingDoubt]
    /// What the frames agree on; nil while they do not.
    package var completed: Agreement?
    /// The frame drawn for who holds the meter; nil where that was not asked for.
    package var preview: DrawnPreview?
    /// Where the display is and belongs, and what helps; nil for a frame without pixels.
    package var aim: FrameAim?

    /// What enough frames agree on.
    package struct Agreement: Sendable {
        /// The reading, with the best frame's crop.
        package var display: SeenDisplay
        /// How many frames it was made of.
        package var frames: Int
        /// Which part of them said the same, from 0 to 1.
        package var share: Double

        /// Makes an agreement.
        package init(display: SeenDisplay, frames: Int, share: Double) {
            self.display = display
            self.frames = frames
            self.share = share
        }
    }

    /// The answer to who gave the frame.
    ///
    /// - Parameter fate: What becomes of the reading; nil where there is none.
    package func pushed(_ fate: PictureDisposition?) -> FramePushed {
        let shown = fate == nil ? display : completed?.display ?? display
        return FramePushed(
            seen: shown.result(crop: nil),
            waits: waits.isEmpty ? nil : waits,
            aim: aim,
            held: fate.map { $0 == .held },
            ended: fate != nil
        )
    }

    /// Makes what a frame shows.
    package init(
        display: SeenDisplay,
        waits: [ReadingDoubt] = [],
        completed: Agreement? = nil,
        preview: DrawnPreview? = nil,
        aim: FrameAim? = nil
    ) {
        self.display = display
        self.waits = waits
        self.completed = completed
        self.preview = preview
        self.aim = aim
    }
}
