package import DeliveryRules
internal import ImageCleaning
package import MessageBus

/// The pictures in transfer with their received parts, in memory only.
///
/// A caller whose parts are lost sends them again, so the transfers are limited by number, bytes and time. It is a pure
/// value.
package struct PartUploads<Owner: Hashable & Sendable>: Sendable {
    /// A picture and its owner.
    package struct Key: Sendable, Hashable {
        /// The owner of the picture.
        package let owner: Owner
        /// The SHA-256 of the whole file, 64 hex digits in lower case.
        package let sha256: String

        /// Creates a key.
        ///
        /// - Throws: `BusError` `invalidArgument` if the hash is not valid.
        package init(_ owner: Owner, sha256: String) throws(BusError) {
            let isHash =
                sha256.utf8.count == 64
                && sha256.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            guard isHash else {
                throw BusError(.invalidArgument, message: "sha256 must have 64 lowercase hexadecimal digits")
            }
            self.owner = owner
            self.sha256 = sha256
        }
    }

    /// The result of a part.
    package enum Progress: Sendable, Equatable {
        /// Parts are missing; none while the whole is being checked.
        case missing([Int])
        /// All parts are there; the caller checks the whole, and calls ``end(_:)`` or ``again(_:)``.
        case whole([UInt8])
    }

    /// The size of a part in bytes; as base64 with its envelope it fits a message.
    package static var partSize: Int { 40_000 }
    /// The limit of concurrent pictures.
    package static var countLimit: Int { 8 }
    /// The limit of the announced sizes together, in bytes.
    package static var byteLimit: Int { 3 * CleanImage.byteLimit }
    /// The time without a new part after which a picture is forgotten.
    package static var patience: Duration { .seconds(60) }

    private struct Upload {
        var bytes: [UInt8]
        var missing: Set<Int>
        var touched: BootInstant
        var isBeingChecked = false
    }

    private var uploads: [Key: Upload] = [:]

    /// Creates an empty book.
    package init() {}

    /// The number of pictures in transfer.
    package var count: Int { uploads.count }

    /// Begins a picture, or returns the progress of an existing one.
    ///
    /// - Throws: `BusError` `busy` if there is no room, `conflict` if it was announced with another size.
    package mutating func begin(_ key: Key, size: Int, now: BootInstant) throws(BusError) -> [Int] {
        forget(now: now)
        if let known = uploads[key] {
            guard known.bytes.count == size else {
                throw BusError(.conflict, message: "the same image was announced with \(known.bytes.count) bytes")
            }
            return known.isBeingChecked ? [] : known.missing.sorted()
        }
        let used = uploads.values.reduce(0) { $0 + $1.bytes.count }
        guard uploads.count < Self.countLimit, used + size <= Self.byteLimit else {
            throw BusError(.busy, message: "\(uploads.count) images are being uploaded: try again in a moment")
        }
        let parts = (size + Self.partSize - 1) / Self.partSize
        uploads[key] = Upload(
            bytes: [UInt8](repeating: 0, count: size),
            missing: Set(0..<parts),
            touched: now
        )
        return Array(0..<parts)
    }

    /// Adds a part; one that is already there changes nothing.
    ///
    /// - Throws: `BusError` `notFound` for a picture that was not announced, or was forgotten; `invalidArgument` for an
    ///   invalid part.
    package mutating func add(_ key: Key, index: Int, part: [UInt8], now: BootInstant) throws(BusError) -> Progress {
        forget(now: now)
        // No copy of the upload is held here, because each change would copy all of its bytes.
        guard let size = uploads[key]?.bytes.count else {
            throw BusError(
                .notFound,
                message: "this image was not announced, or its upload expired: announce it first"
            )
        }
        let start = index.multipliedReportingOverflow(by: Self.partSize)
        guard index >= 0, !start.overflow, start.partialValue < size else {
            throw BusError(.invalidArgument, message: "the image has no part \(index)")
        }
        let end = min(start.partialValue + Self.partSize, size)
        guard part.count == end - start.partialValue else {
            throw BusError(
                .invalidArgument,
                message: "part \(index) has \(end - start.partialValue) bytes, not \(part.count)"
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

    /// Ends a transfer whose picture is safe or was rejected, and forgets its parts.
    package mutating func end(_ key: Key) { uploads[key] = nil }

    /// Allows the last part to be sent again, because the picture could not be saved now.
    package mutating func again(_ key: Key) { uploads[key]?.isBeingChecked = false }

    private mutating func forget(now: BootInstant) {
        uploads = uploads.filter { $0.value.isBeingChecked || now < $0.value.touched + Self.patience }
    }
}
