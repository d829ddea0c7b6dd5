internal import Delivery
internal import MessageBus
internal import VitalRecords

/// The images that are being handed over: what has come of each, in memory only.
///
/// Nothing of it is promised to anybody: a caller whose parts are gone sends them again. So it is bounded by number, by
/// bytes and by time. Pure.
struct ImageUploads: Sendable {
    /// One image of one record.
    struct Key: Sendable, Hashable {
        let record: LogID
        let sha256: String
    }

    /// What a part led to.
    enum Progress: Sendable, Equatable {
        /// Parts are missing; none while the whole is being checked.
        case missing([Int])
        /// All parts are there; the caller checks the whole, and says ``ImageUploads/end(_:)`` or ``ImageUploads/again(_:)``.
        case whole([UInt8])
    }

    /// Bytes of a part; as base64 with its envelope it fits a message.
    static let partSize = 40_000
    /// The most images at a time.
    static let countLimit = 8
    /// The most bytes that all of them announce.
    static let byteLimit = 3 * ImageFile.byteLimit
    /// Without a new part for so long an image is forgotten.
    static let patience = Duration.seconds(60)

    private struct Upload {
        var bytes: [UInt8]
        var missing: Set<Int>
        var touched: BootInstant
        var isBeingChecked = false
    }

    private var uploads: [Key: Upload] = [:]

    /// How many there are.
    var count: Int { uploads.count }

    /// Begins an image, or finds it as far as it has come.
    ///
    /// - Throws: `BusError` `busy` where there is no room, `conflict` where it was announced with another size.
    mutating func begin(_ key: Key, size: Int, now: BootInstant) throws(BusError) -> [Int] {
        forget(now: now)
        if let known = uploads[key] {
            guard known.bytes.count == size else {
                throw BusError(.conflict, "the same image was announced with \(known.bytes.count) bytes")
            }
            return known.isBeingChecked ? [] : known.missing.sorted()
        }
        let used = uploads.values.reduce(0) { $0 + $1.bytes.count }
        guard uploads.count < Self.countLimit, used + size <= Self.byteLimit else {
            throw BusError(.busy, "\(uploads.count) images are being handed over: try again in a moment")
        }
        let parts = (size + Self.partSize - 1) / Self.partSize
        uploads[key] = Upload(
            bytes: [UInt8](repeating: 0, count: size),
            missing: Set(0..<parts),
            touched: now
        )
        return Array(0..<parts)
    }

    /// Takes a part; one that is there already changes nothing.
    ///
    /// - Throws: `BusError` `notFound` for an image that was not announced, or was forgotten; `invalidArgument` for a part
    ///   that is none.
    mutating func add(_ key: Key, index: Int, _ part: [UInt8], now: BootInstant) throws(BusError) -> Progress {
        forget(now: now)
        // No copy of the upload is held here: each change would copy all of its bytes.
        guard let size = uploads[key]?.bytes.count else {
            throw BusError(
                .notFound,
                "no such image was announced, or it was forgotten after a pause: say putImage first"
            )
        }
        let start = index.multipliedReportingOverflow(by: Self.partSize)
        guard index >= 0, !start.overflow, start.partialValue < size else {
            throw BusError(.invalidArgument, "the image has no part \(index)")
        }
        let end = min(start.partialValue + Self.partSize, size)
        guard part.count == end - start.partialValue else {
            throw BusError(
                .invalidArgument,
                "part \(index) has \(end - start.partialValue) bytes, not \(part.count)"
            )
        }
        uploads[key]?.touched = now
        if uploads[key]?.missing.remove(index) != nil {
            uploads[key]?.bytes.replaceSubrange(start.partialValue..<end, with: part)
        }
        guard let upload = uploads[key] else { return .missing([]) }
        guard upload.missing.isEmpty, !upload.isBeingChecked else { return .missing(upload.missing.sorted()) }
        uploads[key]?.isBeingChecked = true
        return .whole(upload.bytes)
    }

    /// The image is safe, or will never be: its parts are forgotten.
    mutating func end(_ key: Key) { uploads[key] = nil }

    /// The image could not be saved now: its last part may come again.
    mutating func again(_ key: Key) { uploads[key]?.isBeingChecked = false }

    private mutating func forget(now: BootInstant) {
        uploads = uploads.filter { $0.value.isBeingChecked || now < $0.value.touched + Self.patience }
    }
}
