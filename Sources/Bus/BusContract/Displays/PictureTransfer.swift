public import VitalRecords

/// Announces a picture; the reply lists the missing parts.
///
/// A repeat changes nothing and returns the progress.
public struct PutPicture: Codable, Sendable, Hashable {
    /// The reading that it shows; absent if the picture is handed over for reading.
    public var readingKey: ReadingKey?
    /// The SHA-256 of the file as sent, 64 hex digits.
    public var sha256: String
    /// The file's size in bytes, 1 to 10000000.
    public var size: Int

    /// Makes a request.
    public init(readingKey: ReadingKey? = nil, sha256: String, size: Int) {
        self.readingKey = readingKey
        self.sha256 = sha256
        self.size = size
    }
}

/// One part of an announced picture.
///
/// A repeat changes nothing.
public struct PicturePart: Codable, Sendable, Hashable {
    /// The reading that it shows, as announced.
    public var readingKey: ReadingKey?
    /// The SHA-256 of the whole file, as announced.
    public var sha256: String
    /// The part, 0 to 249.
    public var index: Int
    /// The part's bytes, base64: 40,000 bytes; the last part has the rest.
    public var data: String

    /// Makes a request.
    public init(readingKey: ReadingKey? = nil, sha256: String, index: Int, data: String) {
        self.readingKey = readingKey
        self.sha256 = sha256
        self.index = index
        self.data = data
    }
}

/// The progress of a picture's transfer.
public struct PictureReceived: Codable, Sendable, Hashable {
    /// The state of a picture's transfer.
    public struct State: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Parts are missing.
        public static let wanted = Self(rawValue: "wanted")
        /// The picture is stored here.
        public static let stored = Self(rawValue: "stored")

        /// The values that this version knows.
        public static let known: [Self] = [.wanted, .stored]
    }

    /// The SHA-256 of the file as announced; it names the picture here.
    public var sha256: String
    /// The state of the transfer.
    public var state: State
    /// The size of a part in bytes; the last one has the rest.
    public var partSize: Int
    /// The missing parts, at most 250; also empty while the last part is being checked: ask again then.
    public var missing: [Int]

    /// Makes a reply.
    public init(sha256: String, state: State, partSize: Int, missing: [Int]) {
        self.sha256 = sha256
        self.state = state
        self.partSize = partSize
        self.missing = missing
    }
}

/// Asks for a piece of a picture of the `ocr-worker`.
public struct PictureBytesRequest: Codable, Sendable, Hashable {
    /// The picture, or the crop or preview of a stream's frame; the newest 16 are available for a minute.
    public var sha256: String
    /// The offset of the piece.
    public var offset: Int
    /// The `previewKey` from `startReading`; absent for any other picture.
    public var previewKey: String?

    /// Makes a request.
    public init(
        sha256: String,
        offset: Int,
        previewKey: String? = nil
    ) {
        self.sha256 = sha256
        self.offset = offset
        self.previewKey = previewKey
    }
}

/// Asks for a piece of a held reading's picture.
public struct HeldPictureRequest: Codable, Sendable, Hashable {
    /// The reading.
    public var readingKey: ReadingKey
    /// The offset of the piece.
    public var offset: Int

    /// Makes a request.
    public init(readingKey: ReadingKey, offset: Int) {
        self.readingKey = readingKey
        self.offset = offset
    }
}

/// Refers to a picture instead of containing it.
public struct PictureReference: Codable, Sendable, Hashable {
    /// The picture's name there.
    public var sha256: String
    /// Its size in bytes.
    public var size: Int
    /// The file's type.
    public var contentType: ImageContentType
    /// The reading that the session manager holds with it, for `heldPicture`; absent for pictures without one, such as
    /// a frame's crop, for `pictureBytes`.
    public var readingKey: ReadingKey?

    /// Makes a reference.
    public init(sha256: String, size: Int, contentType: ImageContentType, readingKey: ReadingKey? = nil) {
        self.sha256 = sha256
        self.size = size
        self.contentType = contentType
        self.readingKey = readingKey
    }
}

/// A rectangle of a picture, in pixels of the upright picture.
public struct PictureArea: Codable, Sendable, Hashable {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// Its width.
    public var width: Int
    /// Its height.
    public var height: Int

    /// Makes a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
