public import MessageBus
public import VitalRecords

/// An image of a record, as notifications describe it.
public struct ImageMedia: Codable, Sendable, Hashable {
    /// The image's own id.
    public var imageID: LogID
    /// The file's type.
    public var contentType: ImageContentType
    /// The file's size in bytes, without metadata.
    public var size: Int
    /// The file's SHA-256, without metadata.
    public var sha256: String
    /// The server's id of it; null if it has none.
    @ExplicitNull public var mediaID: String?
    /// The address where the server shows it to authorized people; null if the server gives none.
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

/// An image did not reach the server and is not retried automatically; its file is deleted.
public struct ImageSubmissionFailed: Codable, Sendable, Hashable {
    /// The seat.
    @ExplicitNull public var seat: String?
    /// Where the reading was made.
    @CheckedID public var hub: String
    /// The record.
    public var logID: LogID
    /// The image.
    public var media: ImageMedia
    /// The reason: the server's words, or `recordRejected`, `recordDeleted`, `imageExpired`, `imageMissing`.
    public var error: WireFault
    /// The destination that did not get it; absent from older senders.
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

/// The type of a picture's file.
public struct ImageContentType: ContractWord {
    /// The value on the wire.
    public let rawValue: String

    /// Wraps a value, known or unknown.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// JPEG.
    public static let jpeg = Self(rawValue: "image/jpeg")
    /// PNG.
    public static let png = Self(rawValue: "image/png")

    /// The values that this version knows.
    public static let known: [Self] = [.jpeg, .png]
}
