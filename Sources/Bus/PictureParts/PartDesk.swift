package import DeliveryRules
internal import FoundationEssentials
package import ImageCleaning
package import MessageBus
internal import Synchronization
internal import VitalRecords

/// Receives pictures in parts, and passes the complete ones to a keeper.
package final class PartDesk<Owner: Hashable & Sendable>: Sendable {
    /// A picture and its owner.
    package typealias Key = PartUploads<Owner>.Key

    /// The result of a part.
    package enum Taken<Value> {
        /// Parts are missing; none while the whole is being checked.
        case missing([Int])
        /// The picture is kept.
        case kept(Value)
    }

    private let uploads = Mutex(PartUploads<Owner>())

    /// Creates an empty desk.
    package init() {}

    /// The number of pictures in transfer.
    package var count: Int { uploads.withLock { $0.count } }

    /// Checks an announced size, before anything is counted with it.
    ///
    /// - Throws: `BusError` `invalidArgument`.
    package static func check(size: Int) throws(BusError) {
        guard (1...CleanImage.byteLimit).contains(size) else {
            throw BusError(
                .invalidArgument,
                message: "a picture must have 1 to \(CleanImage.byteLimit) bytes, not \(size): make it smaller"
            )
        }
    }

    /// Begins a picture, or returns the progress of an existing one.
    ///
    /// - Throws: The errors of ``PartUploads/begin(_:size:now:)``.
    package func begin(_ key: Key, size: Int, now: BootInstant) throws -> [Int] {
        try uploads.withLock { try $0.begin(key, size: size, now: now) }
    }

    /// Accepts a part; with the last one, the whole picture is checked, cleaned and kept.
    ///
    /// A file that is not a picture, or must not be kept, is dropped. If it cannot be kept now, its last part may be
    /// sent again.
    ///
    /// - Parameters:
    ///   - data: The part as base64.
    ///   - prepare: Creates the kept file from the sent one, before it is checked; its errors are passed on.
    ///   - keep: Keeps the picture; its error is passed on.
    /// - Throws: `BusError`, or the error of `keep`.
    package func take<Value>(
        _ key: Key,
        index: Int,
        data: String,
        now: BootInstant,
        prepare: ([UInt8]) async throws -> [UInt8] = { $0 },
        keep: (CleanImage) async throws -> Value
    ) async throws -> Taken<Value> {
        guard let part = Data(base64Encoded: data).map({ Array($0) }) else {
            throw BusError(.invalidArgument, message: "the part's data is not base64")
        }
        switch try uploads.withLock({ try $0.add(key, index: index, part: part, now: now) }) {
        case .missing(let missing): return .missing(missing)
        case .whole(let bytes):
            do {
                try Self.check(key, bytes: bytes)
                let value = try await keep(Self.image(try await prepare(bytes)))
                uploads.withLock { $0.end(key) }
                return .kept(value)
            } catch {
                let isFinal = (error as? BusError).map { !$0.isRetriable } ?? false
                uploads.withLock { isFinal ? $0.end(key) : $0.again(key) }
                throw error
            }
        }
    }

    private static func check(_ key: Key, bytes: [UInt8]) throws(BusError) {
        guard CleanImage.sha256(of: bytes) == key.sha256 else {
            throw BusError(
                .invalidArgument,
                message: "the parts do not have the announced sha256: send the picture again"
            )
        }
    }

    private static func image(_ bytes: [UInt8]) throws(BusError) -> CleanImage {
        do { return try CleanImage(cleaning: bytes) } catch { throw BusError(.invalidArgument, message: error.message) }
    }
}
