/// What an `ocr-worker` has erased of a seat.
public struct PicturesErased: Codable, Sendable, Hashable {
    /// The seat.
    @CheckedID public var seat: String
    /// Jobs, at whatever stage.
    public var jobs: Int
    /// Pictures that were handed over, with their files; one that another job is about too stays.
    public var pictures: Int
    /// Readings that waited in its outbox for the session manager.
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
