public import VitalRecords

/// The worker has examined a picture or a frame.
public struct OCRDidProcessResult: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// The hub that examined it.
    @CheckedID public var hub: String
    /// The id of the picture's or stream's job.
    @CheckedID public var jobID: String
    /// The number of the frame, from 1.
    public var frame: Int
    /// What was read; without text and values if the seat's values are not shared.
    public var result: DisplayResult
    /// What the frames still need for a reading; absent for a picture, and for the frame that completes one.
    public var waits: [ReadingDoubt]?
    /// The frame as the person with the meter sees it, if a preview was requested and this frame was drawn.
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

/// A frame as the person with the meter sees it.
public struct FramePreview: Codable, Sendable, Hashable {
    /// A hint that helps to read a display.
    public struct Hint: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
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
        /// Avoid the reflection on the display.
        public static let glare = Self(rawValue: "glare")
        /// Add light.
        public static let dark = Self(rawValue: "dark")
        /// Hold still.
        public static let blurred = Self(rawValue: "blurred")
        /// Switch the meter on.
        public static let off = Self(rawValue: "off")
        /// Show only one display.
        public static let onlyOne = Self(rawValue: "onlyOne")
        /// The position is good.
        public static let hold = Self(rawValue: "hold")

        /// The values that this version knows.
        public static let known: [Self] = [
            .aim, .nearer, .farther, .left, .right, .up, .down, .straighten, .glare, .dark, .blurred, .off, .onlyOne,
            .hold,
        ]
    }

    /// The whole frame, at most 640 pixels on its longer side, with the overlay, the found display and the present
    /// result drawn in.
    ///
    /// Only `pictureBytes` with the `previewKey` returns it.
    public var picture: PictureReference
    /// The picture's width in pixels.
    public var width: Int
    /// The picture's height in pixels.
    public var height: Int
    /// Where the display should be, in the picture.
    public var frame: PictureArea
    /// Where a display was found, in the picture; absent if none was.
    public var display: PictureArea?
    /// The hints, the most important first.
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

/// A display was read.
///
/// The reading is stored and held for a person; a default user's is only reported.
public struct OCRDidCompleteReading: Codable, Sendable, Hashable {
    /// The evidence for the reading.
    public struct Metadata: Codable, Sendable, Hashable {
        /// The number of frames that it was made from.
        public var frames: Int
        /// The part of these frames that agree, from 0 to 1.
        public var agreement: Double
        /// The confidence, from 0 to 1.
        public var confidence: Double
        /// Whether the confidence is high enough to accept the reading.
        public var accepted: Bool
        /// Why it is not accepted; absent if it is.
        public var reasons: [ReadingDoubt]?
        /// The values with the confidence of each character; empty if the seat's values are not shared.
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
    /// The hub that read it.
    @CheckedID public var hub: String
    /// The id of the picture's or stream's job.
    @CheckedID public var jobID: String
    /// The reading; without values if the seat's values are not shared.
    public var record: Reading
    /// The display cut out; null if it was not kept.
    @ExplicitNull public var crop: PictureReference?
    /// The evidence for the reading.
    public var metadata: Metadata
    /// What happens to the reading; `held` when absent.
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
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// It was cancelled.
        public static let requested = Self(rawValue: "requested")
        /// Its time is up.
        public static let timedOut = Self(rawValue: "timedOut")
        /// There are no more frames.
        public static let ended = Self(rawValue: "ended")
        /// It shows no reading.
        public static let refused = Self(rawValue: "refused")
        /// The picture cannot be decoded.
        public static let failed = Self(rawValue: "failed")
        /// The worker is stopping.
        public static let draining = Self(rawValue: "draining")

        /// The values that this version knows.
        public static let known: [Self] = [.requested, .timedOut, .ended, .refused, .failed, .draining]
    }

    /// The seat.
    @ExplicitNull public var seat: String?
    /// The hub that read it.
    @CheckedID public var hub: String
    /// The id of the picture's or stream's job.
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

/// A camera or a stream cannot be opened.
public struct OCRCameraUnavailable: Codable, Sendable, Hashable {
    /// Why a camera cannot be opened.
    public struct Reason: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The worker has no permission to use it.
        public static let denied = Self(rawValue: "denied")
        /// It does not exist.
        public static let missing = Self(rawValue: "missing")
        /// Another process uses it.
        public static let busy = Self(rawValue: "busy")

        /// The values that this version knows.
        public static let known: [Self] = [.denied, .missing, .busy]
    }

    /// The seat.
    @ExplicitNull public var seat: String?
    /// The hub that tried.
    @CheckedID public var hub: String
    /// The id of the stream's job.
    @CheckedID public var jobID: String
    /// The camera's name in the configuration.
    public var source: String
    /// Why it cannot be opened.
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

/// What happens to a reading from a camera.
public struct PictureDisposition: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It waits until a person confirms it.
    public static let held = Self(rawValue: "held")
    /// It is the default user's: only the answer has it.
    public static let notStored = Self(rawValue: "notStored")

    /// The values that this version knows.
    public static let known: [Self] = [.held, .notStored]
}
