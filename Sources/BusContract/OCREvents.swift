public import VitalRecords

/// A picture or a frame was looked at.
public struct OCRDidProcessResult: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was looked at.
    public var hub: String
    /// The picture's job, or the stream's.
    public var jobID: String
    /// The number of the frame, from 1.
    public var frame: Int
    /// What was seen; without text and values where the seat's values are not shared.
    public var result: DisplayResult

    /// Makes an event.
    public init(seat: String?, hub: String, jobID: String, frame: Int, result: DisplayResult) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.frame = frame
        self.result = result
    }
}

/// A display was read; the reading is safe, and waits for a person.
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
        /// The values with the certainty of each character; empty where the seat's values are not shared.
        public var fields: [DisplayResult.Field]

        /// Makes metadata.
        public init(
            frames: Int,
            agreement: Double,
            confidence: Double,
            accepted: Bool,
            fields: [DisplayResult.Field]
        ) {
            self.frames = frames
            self.agreement = agreement
            self.confidence = confidence
            self.accepted = accepted
            self.fields = fields
        }
    }

    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was read.
    public var hub: String
    /// The picture's job, or the stream's.
    public var jobID: String
    /// The reading; without values where the seat's values are not shared.
    public var record: Reading
    /// The display cut out; null where it was not kept.
    @ExplicitNull public var crop: PictureReference?
    /// What it rests on.
    public var metadata: Metadata

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        jobID: String,
        record: Reading,
        crop: PictureReference?,
        metadata: Metadata
    ) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.record = record
        self.crop = crop
        self.metadata = metadata
    }
}

/// A picture or a stream ended without a reading.
public struct OCRDidCancel: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was read.
    public var hub: String
    /// The picture's job, or the stream's.
    public var jobID: String
    /// `requested`, `timedOut`, `ended` (no more frames), `refused` (no reading in it), `failed`, `draining`.
    public var reason: String

    /// Makes an event.
    public init(seat: String?, hub: String, jobID: String, reason: String) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.reason = reason
    }
}

/// A camera or a stream cannot be had.
public struct OCRCameraUnavailable: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where it was looked for.
    public var hub: String
    /// The stream's job.
    public var jobID: String
    /// Its name in the configuration.
    public var source: String
    /// `denied` (no right to it), `missing` (not there), `busy` (somebody else has it).
    public var reason: String

    /// Makes an event.
    public init(seat: String?, hub: String, jobID: String, source: String, reason: String) {
        self.seat = seat
        self.hub = hub
        self.jobID = jobID
        self.source = source
        self.reason = reason
    }
}
