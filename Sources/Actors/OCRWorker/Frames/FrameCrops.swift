internal import BusContract
internal import FoundationEssentials
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import VitalRecords

/// What was cut or drawn of streams' newest frames, by its SHA-256, for people who look on.
///
/// In memory only, since it shows values of a person, or a room: bounded by number, by bytes and by age. Pure.
struct FrameCrops: Sendable {
    /// The most crops of a stream.
    static let most = 16
    /// The most bytes of a stream's crops.
    static let mostBytes = 1_000_000
    /// After this many seconds a crop is forgotten.
    static let lifetime = 60.0
    /// Streams that have ended count too, until their crops are forgotten.
    private static let streams = StreamReader.limit

    private struct Crop: Sendable {
        let stream: String
        let seat: String?
        /// What has to be named to see it; nil where all may.
        let key: String?
        let sha256: String
        let bytes: [UInt8]
        let addedAt: Date
    }

    /// Oldest first.
    private var crops: [Crop] = []

    /// How many there are.
    var count: Int { crops.count }
    /// How many bytes all of them have.
    var byteCount: Int { crops.reduce(0) { $0 + $1.bytes.count } }

    /// Keeps the crop of a stream's newest frame, in place of the oldest where there are too many.
    ///
    /// - Returns: Where it is; nil for bytes that are no picture, and for too many.
    mutating func add(
        _ bytes: [UInt8],
        of stream: String,
        seat: String? = nil,
        key: String? = nil,
        at now: Date
    ) -> PictureReference? {
        forget(at: now)
        // Absent is nil: what is no picture is refused by the caller.
        guard !bytes.isEmpty, let file = try? CleanImage(cleaning: bytes), file.bytes.count <= Self.mostBytes else {
            return nil
        }
        let name = file.sha256
        // A camera that stands still may give the same picture twice: it is the newest now.
        crops.removeAll { $0.stream == stream && $0.sha256 == name }
        crops.append(Crop(stream: stream, seat: seat, key: key, sha256: name, bytes: file.bytes, addedAt: now))
        trim(most: Self.most, bytes: Self.mostBytes) { $0.stream == stream }
        trim(most: Self.most * Self.streams, bytes: Self.mostBytes * Self.streams) { _ in true }
        return PictureReference(
            sha256: name,
            size: file.bytes.count,
            contentType: .init(rawValue: file.kind.contentType)
        )
    }

    /// A piece of a crop; nil where none of this name is kept under the key.
    ///
    /// - Throws: `BusError` `invalidArgument` for a piece that is not in it.
    func piece(of sha256: String, from offset: Int, key: String? = nil, at now: Date) throws(BusError) -> ImageBytes? {
        let found = crops.last { $0.sha256 == sha256 && $0.key == key && Self.isFresh($0, now: now) }
        guard let crop = found else { return nil }
        guard crop.bytes.indices.contains(offset) else {
            throw BusError(.invalidArgument, message: "the picture has \(crop.bytes.count) bytes, none at \(offset)")
        }
        let piece = crop.bytes[offset...].prefix(PartUploads<String>.partSize)
        return ImageBytes(data: Data(piece).base64EncodedString())
    }

    /// Forgets what was seen for a seat.
    mutating func forget(seat: String) {
        crops.removeAll { $0.seat == seat }
    }

    /// Forgets what is past its time.
    mutating func forget(at now: Date) {
        crops.removeAll { !Self.isFresh($0, now: now) }
    }

    private static func isFresh(_ crop: Crop, now: Date) -> Bool {
        // A clock that was set back must not make a crop live on.
        abs(now.timeIntervalSince(crop.addedAt)) < lifetime
    }

    private mutating func trim(most: Int, bytes: Int, of isMeant: (Crop) -> Bool) {
        var (count, sum) = (0, 0)
        var kept: [Crop] = []
        for crop in crops.reversed() {
            if isMeant(crop) {
                count += 1
                sum += crop.bytes.count
                guard count <= most, sum <= bytes else { continue }
            }
            kept.append(crop)
        }
        crops = kept.reversed()
    }
}
