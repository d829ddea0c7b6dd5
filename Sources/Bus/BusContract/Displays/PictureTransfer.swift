public import VitalRecords

/// Announces a picture; the reply says which parts are wanted.
///
/// A repeat changes nothing and says how far it got.
public struct PutPicture: Codable, Sendable, Hashable {
    /// The reading that it shows; absent where a picture is handed over to be read.
    public var readingKey: ReadingKey?
    /// The SHA-256 of the file as it is sent, 64 hex digits.
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
    /// The reading that it shows, as it was announced.
    public var readingKey: ReadingKey?
    /// The SHA-256 of the whole file, as it was announced.
    public var sha256: String
    /// The part, 0 to 249.
    public var index: Int
    /// The part's bytes, base64; 40,000 bytes, the last part has the rest.
    public var data: String

    /// Makes a request.
    public init(readingKey: ReadingKey? = nil, sha256: String, index: Int, data: String) {
        self.readingKey = readingKey
        self.sha256 = sha256
        self.index = index
        self.data = data
    }
}

/// How far a picture has got.
public struct PictureReceived: Codable, Sendable, Hashable {
    /// How far a picture is.
    public struct State: ContractWord {
        /// The word on the wire.
        public let rawValue: String

        /// Carries a word, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Parts are missing.
        public static let wanted = Self(rawValue: "wanted")
        /// It is safe here.
        public static let stored = Self(rawValue: "stored")

        /// The words of this version.
        public static let known: [Self] = [.wanted, .stored]
    }

    /// The SHA-256 of the file as it was announced: what the picture is called here.
    public var sha256: String
    /// How far it is.
    public var state: State
    /// The size of a part in bytes; the last one has the rest.
    public var partSize: Int
    /// The parts that are missing, 250 at most; empty too while the last one is being checked: ask again then.
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
    /// The picture, or the crop or preview of a stream's frame: of its newest 16, for a minute.
    public var sha256: String
    /// Where the piece begins.
    public var offset: Int
    /// The key that `startReading` asked for a preview with; absent for any other picture.
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
    /// Where the piece begins.
    public var offset: Int

    /// Makes a request.
    public init(readingKey: ReadingKey, offset: Int) {
        self.readingKey = readingKey
        self.offset = offset
    }
}

/// Where a picture is, in place of the picture.
public struct PictureReference: Codable, Sendable, Hashable {
    /// What it is called there.
    public var sha256: String
    /// Its size in bytes.
    public var size: Int
    /// What kind of file it is.
    public var contentType: ImageContentType
    /// The reading with which the session manager holds it, for `heldPicture`; absent where none has it, as of a frame's
    /// crop, for `pictureBytes`.
    public var readingKey: ReadingKey?

    /// Makes a reference.
    public init(sha256: String, size: Int, contentType: ImageContentType, readingKey: ReadingKey? = nil) {
        self.sha256 = sha256
        self.size = size
        self.contentType = contentType
        self.readingKey = readingKey
    }
}

/// A rectangle of a picture, in its pixels as it is looked at.
public struct PictureArea: Codable, Sendable, Hashable {
    /// From the left.
    public var x: Int
    /// From above.
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
