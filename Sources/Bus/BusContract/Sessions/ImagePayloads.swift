public import VitalRecords

/// Announces an image of a record; the reply lists the missing parts.
///
/// A repeat changes nothing and returns the progress.
public struct PutImage: Codable, Sendable, Hashable {
    /// The record.
    public var logID: LogID
    /// The SHA-256 of the file as sent, 64 hex digits.
    public var sha256: String
    /// The file's size in bytes, 1 to 10000000.
    public var size: Int

    /// Makes a request.
    public init(logID: LogID, sha256: String, size: Int) {
        self.logID = logID
        self.sha256 = sha256
        self.size = size
    }
}

/// One part of an announced image.
///
/// A repeat changes nothing.
public struct ImagePart: Codable, Sendable, Hashable {
    /// The record.
    public var logID: LogID
    /// The SHA-256 of the whole file, as announced.
    public var sha256: String
    /// The part, 0 to 249.
    public var index: Int
    /// The part's bytes, base64: 40,000 bytes; the last part has the rest.
    public var data: String

    /// Makes a request.
    public init(logID: LogID, sha256: String, index: Int, data: String) {
        self.logID = logID
        self.sha256 = sha256
        self.index = index
        self.data = data
    }
}

/// The progress of an image's transfer.
public struct ImageReceived: Codable, Sendable, Hashable {
    /// The state of an image.
    public struct State: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Parts are missing.
        public static let wanted = Self(rawValue: "wanted")
        /// The image is stored here.
        public static let stored = Self(rawValue: "stored")
        /// The server has it.
        public static let submitted = Self(rawValue: "submitted")

        /// The values that this version knows.
        public static let known: [Self] = [.wanted, .stored, .submitted]
    }

    /// The record.
    public var logID: LogID
    /// The state of the image.
    public var state: State
    /// The image's own id once it is stored; derived from its record and its content without metadata.
    public var imageID: LogID?
    /// The size of a part in bytes; the last one has the rest.
    public var partSize: Int
    /// The missing parts, at most 250; also empty while the last part is being checked: ask again then.
    public var missing: [Int]
    /// False if no online uploader has a path for images, so that the image waits for one; absent otherwise.
    public var hasPath: Bool?

    /// Makes a reply.
    public init(
        logID: LogID,
        state: State,
        imageID: LogID? = nil,
        partSize: Int,
        missing: [Int],
        hasPath: Bool? = nil
    ) {
        self.hasPath = hasPath
        self.logID = logID
        self.state = state
        self.imageID = imageID
        self.partSize = partSize
        self.missing = missing
    }
}

/// Asks for a piece of a granted image.
public struct ImageBytesRequest: Codable, Sendable, Hashable {
    /// The image.
    public var imageID: LogID
    /// The number of the lease; without a lease the request is refused.
    public var fence: Int64
    /// The offset of the piece.
    public var offset: Int

    /// Makes a request.
    public init(imageID: LogID, fence: Int64, offset: Int) {
        self.imageID = imageID
        self.fence = fence
        self.offset = offset
    }
}

/// A piece of an image.
public struct ImageBytes: Codable, Sendable, Hashable {
    /// The bytes, base64: 40,000 bytes, or the rest.
    public var data: String

    /// Makes a reply.
    public init(data: String) {
        self.data = data
    }
}
