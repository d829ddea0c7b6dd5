/// What an `ocr-worker` has erased of a seat.
public struct PicturesErased: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Jobs, in any state.
    public var jobs: Int
    /// Pictures with their files; a picture that another job needs stays.
    public var pictures: Int
    /// Readings in the outbox that waited for the session manager.
    public var readings: Int
    /// Streams that were ended.
    public var streams: Int

    /// Makes a reply.
    public init(seat: String, jobs: Int, pictures: Int, readings: Int, streams: Int) {
        self.seat = seat
        self.jobs = jobs
        self.pictures = pictures
        self.readings = readings
        self.streams = streams
    }
}
