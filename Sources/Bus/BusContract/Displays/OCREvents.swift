public import VitalRecords

/// A picture or a frame was looked at.
public struct OCRDidProcessResult: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was looked at.
    @CheckedID public var hub: String
    /// The picture's job, or the stream's.
    @CheckedID public var jobID: String
    /// The number of the frame, from 1.
    public var frame: Int
    /// What was seen; without text and values where the seat's values are not shared.
    public var result: DisplayResult
    /// What the frames still lack to make a reading; absent for a picture, and for the frame that completes one.
    public var waits: [ReadingDoubt]?
    /// The frame as whoever holds the meter sees it, where a preview was asked for and this frame was drawn.
    public var preview: FramePreview?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        jobID: String,
        frame: Int,
        result: DisplayResult,
        waits: [ReadingDoubt]? = nil,
        preview: FramePreview? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.frame = frame
        self.result = result
        self.waits = waits
        self.preview = preview
    }
}

/// A frame as whoever holds the meter sees it.
public struct FramePreview: Codable, Sendable, Hashable {
    /// What helps to read a display.
    public struct Hint: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// No display is seen.
        public static let aim = Self(rawValue: "aim")
        /// Move the meter towards the camera.
        public static let nearer = Self(rawValue: "nearer")
        /// Move the meter away from the camera.
        public static let farther = Self(rawValue: "farther")
        /// Move the meter to the left of the picture.
        public static let left = Self(rawValue: "left")
        /// Move the meter to the right of the picture.
        public static let right = Self(rawValue: "right")
        /// Move the meter up in the picture.
        public static let up = Self(rawValue: "up")
        /// Move the meter down in the picture.
        public static let down = Self(rawValue: "down")
        /// Turn the meter straight.
        public static let straighten = Self(rawValue: "straighten")
        /// Avoid the reflection.
        public static let glare = Self(rawValue: "glare")
        /// Make light.
        public static let dark = Self(rawValue: "dark")
        /// Hold still.
        public static let blurred = Self(rawValue: "blurred")
        /// Switch the meter on.
        public static let off = Self(rawValue: "off")
        /// Show one of the displays alone.
        public static let onlyOne = Self(rawValue: "onlyOne")
        /// It is good so.
        public static let hold = Self(rawValue: "hold")

        /// The words of this version.
        public static let known: [Self] = [
            .aim, .nearer, .farther, .left, .right, .up, .down, .straighten, .glare, .dark, .blurred, .off, .onlyOne,
            .hold,
        ]
    }

    /// The whole frame, 640 pixels at most on its longer side, with the overlay, what was found and what is read so far
    /// drawn in: for `pictureBytes` with the `previewKey` alone.
    public var picture: PictureReference
    /// The picture's width in pixels.
    public var width: Int
    /// The picture's height in pixels.
    public var height: Int
    /// Where the display belongs, in the picture.
    public var frame: PictureArea
    /// Where a display was found, in the picture; absent where none was.
    public var display: PictureArea?
    /// What helps, the first one first.
    public var hints: [Hint]

    /// Makes a preview.
    public init(
        picture: PictureReference,
        width: Int,
        height: Int,
        frame: PictureArea,
        display: PictureArea?,
        hints: [Hint]
    ) {
        self.picture = picture
        self.width = width
        self.height = height
        self.frame = frame
        self.display = display
        self.hints = hints
    }
}

/// A display was read; the reading is safe, and waits for a person, or is the default user's and only told.
public struct OCRDidCompleteReading: Codable, Sendable, Hashable {
    /// What the reading rests on.
    public struct Metadata: Codable, Sendable, Hashable {
        /// How many frames it was made of.
        public var frames: Int
        /// Which part of them said the same, from 0 to 1.
        public var agreement: Double
        /// How certain it is, from 0 to 1.
        public var confidence: Double
        /// Whether it is certain enough to be taken for right.
        public var accepted: Bool
        /// Why it is not accepted; absent where it is.
        public var reasons: [ReadingDoubt]?
        /// The values with the certainty of each character; empty where the seat's values are not shared.
        public var fields: [DisplayResult.Field]

        /// Makes metadata.
        public init(
            frames: Int,
            agreement: Double,
            confidence: Double,
            accepted: Bool,
            reasons: [ReadingDoubt]? = nil,
            fields: [DisplayResult.Field]
        ) {
            self.frames = frames
            self.agreement = agreement
            self.confidence = confidence
            self.accepted = accepted
            self.reasons = reasons
            self.fields = fields
        }
    }

    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was read.
    @CheckedID public var hub: String
    /// The picture's job, or the stream's.
    @CheckedID public var jobID: String
    /// The reading; without values where the seat's values are not shared.
    public var record: Reading
    /// The display cut out; null where it was not kept.
    @ExplicitNull public var crop: PictureReference?
    /// What it rests on.
    public var metadata: Metadata
    /// What becomes of it; `held` when absent.
    public var disposition: PictureDisposition?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        jobID: String,
        record: Reading,
        crop: PictureReference?,
        metadata: Metadata,
        disposition: PictureDisposition? = nil
    ) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.record = record
        self.crop = crop
        self.metadata = metadata
        self.disposition = disposition
    }
}

/// A picture or a stream ended without a reading.
public struct OCRDidCancel: Codable, Sendable, Hashable {
    /// Why there is no reading.
    public struct Reason: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was cancelled.
        public static let requested = Self(rawValue: "requested")
        /// Its time is over.
        public static let timedOut = Self(rawValue: "timedOut")
        /// There are no more frames.
        public static let ended = Self(rawValue: "ended")
        /// There is no reading in it.
        public static let refused = Self(rawValue: "refused")
        /// It cannot be read.
        public static let failed = Self(rawValue: "failed")
        /// The worker stops.
        public static let draining = Self(rawValue: "draining")

        /// The words of this version.
        public static let known: [Self] = [.requested, .timedOut, .ended, .refused, .failed, .draining]
    }

    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was read.
    @CheckedID public var hub: String
    /// The picture's job, or the stream's.
    @CheckedID public var jobID: String
    /// Why there is no reading.
    public var reason: Reason

    /// Makes an event.
    public init(seat: String?, hub: String, jobID: String, reason: Reason) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.reason = reason
    }
}

/// A camera or a stream cannot be had.
public struct OCRCameraUnavailable: Codable, Sendable, Hashable {
    /// Why a camera cannot be had.
    public struct Reason: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The worker has no right to it.
        public static let denied = Self(rawValue: "denied")
        /// It is not there.
        public static let missing = Self(rawValue: "missing")
        /// Another process has it.
        public static let busy = Self(rawValue: "busy")

        /// The words of this version.
        public static let known: [Self] = [.denied, .missing, .busy]
    }

    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was looked for.
    @CheckedID public var hub: String
    /// The stream's job.
    @CheckedID public var jobID: String
    /// Its name in the configuration.
    public var source: String
    /// Why it cannot be had.
    public var reason: Reason

    /// Makes an event.
    public init(seat: String?, hub: String, jobID: String, source: String, reason: Reason) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.source = source
        self.reason = reason
    }
}

/// What becomes of what a camera read.
public struct PictureDisposition: ContractWord {
    /// The word on the wire.
    public let rawValue: String

    /// Carries a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits until a person confirms it.
    public static let held = Self(rawValue: "held")
    /// It is the default user's: only the answer has it.
    public static let notStored = Self(rawValue: "notStored")

    /// The words of this version.
    public static let known: [Self] = [.held, .notStored]
}
