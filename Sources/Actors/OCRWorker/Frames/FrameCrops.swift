internal import BusContract
internal import FoundationEssentials
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import VitalRecords

/// The crops or previews of streams' newest frames, by SHA-256, for people who watch.
///
/// They are kept in memory only, because they show a person's values or a room. Their number, bytes and age are
/// bounded. Pure.
struct FrameCrops: Sendable {
    /// The largest number of crops per stream.
    static let most = 16
    /// The size limit of a stream's crops, in bytes.
    static let mostBytes = 1_000_000
    /// How long a crop is kept, in seconds.
    static let lifetime = 60.0
    /// The limit of streams; ended ones count until their crops are forgotten.
    private static let streams = StreamReader.limit

    private struct Crop: Sendable {
        let stream: String
        let seat: String?
        /// The key needed to get the crop; nil if none is needed.
        let key: String?
        let sha256: String
        let bytes: [UInt8]
        let addedAt: Date
    }

    /// The crops, oldest first.
    private var crops: [Crop] = []

    /// The number of crops.
    var count: Int { crops.count }
    /// The size of all crops, in bytes.
    var byteCount: Int { crops.reduce(0) { $0 + $1.bytes.count } }

    /// Stores the crop of a stream's newest frame, replacing the oldest beyond the limit.
    ///
    /// - Returns: The reference to the crop; nil if it is undecodable or exceeds a limit.
    mutating func add(
        _ bytes: [UInt8],
        of stream: String,
        seat: String? = nil,
        key: String? = nil,
        at now: Date
    ) -> PictureReference? {
        forget(at: now)
        // Absent is nil: the caller handles an undecodable picture.
        guard !bytes.isEmpty, let file = try? CleanImage(cleaning: bytes), file.bytes.count <= Self.mostBytes else {
            return nil
        }
        let name = file.sha256
        // A motionless camera may deliver the same picture twice, which then counts as the newest.
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

    /// A part of a crop; nil if none with this name is stored under the key.
    ///
    /// - Throws: `BusError` `invalidArgument` for an offset outside the crop.
    func piece(of sha256: String, from offset: Int, key: String? = nil, at now: Date) throws(BusError) -> ImageBytes? {
        let found = crops.last { $0.sha256 == sha256 && $0.key == key && Self.isFresh($0, now: now) }
        guard let crop = found else { return nil }
        guard crop.bytes.indices.contains(offset) else {
            throw BusError(.invalidArgument, message: "the picture has \(crop.bytes.count) bytes, none at \(offset)")
        }
        let piece = crop.bytes[offset...].prefix(PartUploads<String>.partSize)
        return ImageBytes(data: Data(piece).base64EncodedString())
    }

    /// Forgets a seat's crops.
    mutating func forget(seat: String) {
        crops.removeAll { $0.seat == seat }
    }

    /// Forgets expired crops.
    mutating func forget(at now: Date) {
        crops.removeAll { !Self.isFresh($0, now: now) }
    }

    private static func isFresh(_ crop: Crop, now: Date) -> Bool {
        // A clock that was set back must not prolong a crop's life.
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
