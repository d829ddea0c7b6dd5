public import VitalRecords

/// One part of a frame of a stream whose source is `pushed`, as of a phone's camera.
public struct PushFrame: Codable, Sendable, Hashable {
    /// The stream, as `startReading` named it.
    @CheckedID public var jobID: String
    /// The frame's number, from 1; a greater one than the last.
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

/// What a pushed frame shows; its last part is answered when it was looked at.
public struct FramePushed: Codable, Sendable, Hashable {
    /// What is read so far, for whoever pushes alone; absent while parts are missing, and for a frame that is no picture.
    public var seen: DisplayResult?
    /// What the frames still lack to make a reading; absent where they make one.
    public var waits: [ReadingDoubt]?
    /// Where the display is and belongs, and what helps; absent with `seen`.
    public var aim: FrameAim?
    /// Whether its reading waits for a person's confirmation, false where it is the default user's; absent where there is none.
    public var held: Bool?
    /// Whether no more frames are wanted.
    public var ended: Bool

    /// Makes an answer; one to a part that is not the last by default.
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

/// Where the display is in a frame, and what helps to read it.
public struct FrameAim: Codable, Sendable, Hashable {
    /// The width in which places are counted.
    public var width: Int
    /// The height in which places are counted.
    public var height: Int
    /// Where the display belongs.
    public var frame: PictureArea
    /// Where a display was found; absent where none was.
    public var display: PictureArea?
    /// What helps, the first one first.
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
