public import MessageBus
public import VitalRecords

/// An image of a record, as notifications tell it.
public struct ImageMedia: Codable, Sendable, Hashable {
    /// The image's own id.
    public var imageID: LogID
    /// What kind of file it is.
    public var contentType: ImageContentType
    /// Its size in bytes, without metadata.
    public var size: Int
    /// The SHA-256 of it, without metadata.
    public var sha256: String
    /// The server's id of it; null where it has none.
    @ExplicitNull public var mediaID: String?
    /// Where the server shows it to who is allowed to; null where it does not say.
    @ExplicitNull public var url: String?

    /// Makes a description.
    public init(
        imageID: LogID,
        contentType: ImageContentType,
        size: Int,
        sha256: String,
        mediaID: String? = nil,
        url: String? = nil
    ) {
        self.imageID = imageID
        self.contentType = contentType
        self.size = size
        self.sha256 = sha256
        self.mediaID = mediaID
        self.url = url
    }
}

/// The server has an image of a record.
public struct ImageSubmitted: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The record.
    public var logID: LogID
    /// The image.
    public var media: ImageMedia
    /// Which destination has it; absent from older senders.
    public var destination: CloudAPI?

    /// Makes an event.
    public init(seat: String?, hub: String, logID: LogID, media: ImageMedia, destination: CloudAPI? = nil) {
        self.destination = destination
        self.seat = seat
        self.hub = hub
        self.logID = logID
        self.media = media
    }
}

/// An image did not get to the server and is not tried again by itself; its file is gone.
public struct ImageSubmissionFailed: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The record.
    public var logID: LogID
    /// The image.
    public var media: ImageMedia
    /// Why: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`.
    public var error: WireFault
    /// Which destination does not get it; absent from older senders.
    public var destination: CloudAPI?

    /// Makes an event.
    public init(
        seat: String?,
        hub: String,
        logID: LogID,
        media: ImageMedia,
        error: WireFault,
        destination: CloudAPI? = nil
    ) {
        self.destination = destination
        self.seat = seat
        self.hub = hub
        self.logID = logID
        self.media = media
        self.error = error
    }
}

/// What kind of file a picture is.
public struct ImageContentType: ContractWord {
    /// The word on the wire.
    public let rawValue: String

    /// Carries a word, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// JPEG.
    public static let jpeg = Self(rawValue: "image/jpeg")
    /// PNG.
    public static let png = Self(rawValue: "image/png")

    /// The words of this version.
    public static let known: [Self] = [.jpeg, .png]
}
