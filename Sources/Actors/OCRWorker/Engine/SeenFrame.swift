package import BusContract
package import VitalRecords

/// The result of a frame, combined with the frames before it.
package struct SeenFrame: Sendable {
    /// The reading so far, with the crop from this frame if frames are cropped.
    package var display: SeenDisplay
    /// The conditions that the frames do not meet yet; empty once they yield a reading.
    package var waits: [ReadingDoubt]
    /// The agreement of the frames; nil while there is none.
    package var completed: Agreement?
    /// The preview for the person who holds the meter; nil if not requested.
    package var preview: DrawnPreview?
    /// The display's actual and target areas, and hints; nil for a frame without pixels.
    package var aim: FrameAim?

    /// The reading on which enough frames agree.
    package struct Agreement: Sendable {
        /// The reading, with the best frame's crop.
        package var display: SeenDisplay
        /// The number of frames used.
        package var frames: Int
        /// The share of frames that agree, from 0 to 1.
        package var share: Double

        /// Creates an agreement.
        package init(display: SeenDisplay, frames: Int, share: Double) {
            self.display = display
            self.frames = frames
            self.share = share
        }
    }

    /// The answer to the client that pushed the frame.
    ///
    /// - Parameter fate: The disposition of the reading; nil without one.
    func pushed(_ fate: PictureDisposition?) -> FramePushed {
        let shown = fate == nil ? display : completed?.display ?? display
        return FramePushed(
            seen: shown.result(crop: nil),
            waits: waits.isEmpty ? nil : waits,
            aim: aim,
            held: fate.map { $0 == .held },
            ended: fate != nil
        )
    }

    /// Creates the result of a frame.
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
