public import VitalRecords

/// One part of a frame for a stream whose source is `pushed`, for example from a phone's camera.
public struct PushFrame: Codable, Sendable, Hashable {
    /// The stream, from the reply to `startReading`.
    @CheckedID public var jobID: String
    /// The frame's number, from 1; greater than the last one's.
    public var frame: Int
    /// The part, from 0.
    public var part: Int
    /// How many parts the frame has, 1 to 12.
    public var parts: Int
    /// The part's bytes of a JPEG or PNG, base64; 40,000 bytes at most.
    public var data: String

    /// Makes a request.
    public init(jobID: String, frame: Int, part: Int, parts: Int, data: String) {
        self.jobID = jobID
        self.frame = frame
        self.part = part
        self.parts = parts
        self.data = data
    }
}

/// The result of a pushed frame; its last part is answered once the frame was examined.
public struct FramePushed: Codable, Sendable, Hashable {
    /// The present result, for the caller only; absent while parts are missing, and if the frame is not a valid
    /// picture.
    public var seen: DisplayResult?
    /// What the frames still need for a reading; absent if they give one.
    public var waits: [ReadingDoubt]?
    /// Where the display is and should be, with hints; absent with `seen`.
    public var aim: FrameAim?
    /// Whether its reading waits for a person's confirmation, false for the default user's; absent if there is none.
    public var held: Bool?
    /// Whether the stream needs no more frames.
    public var ended: Bool

    /// Makes an answer; by default the one to a part that is not the last.
    public init(
        seen: DisplayResult? = nil,
        waits: [ReadingDoubt]? = nil,
        aim: FrameAim? = nil,
        held: Bool? = nil,
        ended: Bool = false
    ) {
        self.seen = seen
        self.waits = waits
        self.aim = aim
        self.held = held
        self.ended = ended
    }
}

/// Where the display is in a frame, with hints for reading it.
public struct FrameAim: Codable, Sendable, Hashable {
    /// The width that the places refer to.
    public var width: Int
    /// The height that the places refer to.
    public var height: Int
    /// Where the display should be.
    public var frame: PictureArea
    /// Where a display was found; absent if none was.
    public var display: PictureArea?
    /// The hints, the most important first.
    public var hints: [FramePreview.Hint]

    /// Makes an aim.
    public init(width: Int, height: Int, frame: PictureArea, display: PictureArea?, hints: [FramePreview.Hint]) {
        self.width = width
        self.height = height
        self.frame = frame
        self.display = display
        self.hints = hints
    }
}
