package import BusContract
internal import FoundationEssentials
internal import ImageCleaning
package import MessageBus

/// Fetches a picture in pieces from any source and checks it.
package enum PieceReader {
    /// The reason for missing bytes.
    package enum Failure: Error {
        /// The owner has given up the lease or the picture.
        case gone
        /// The owner did not answer.
        case unanswered(BusError)
        /// The bytes are not those of the named picture.
        case damaged
    }

    /// All bytes of a picture.
    ///
    /// - Parameters:
    ///   - sha256: Its hash.
    ///   - size: Its size in bytes.
    ///   - mayGoOn: Asked before each piece whether to continue.
    ///   - piece: Asks for the piece at an offset.
    /// - Returns: Nil if it may not continue.
    package static func read(
        sha256: String,
        size: Int,
        while mayGoOn: () -> Bool = { true },
        piece: (_ offset: Int) async throws -> ImageBytes
    ) async throws(Failure) -> [UInt8]? {
        guard (1...CleanImage.byteLimit).contains(size) else { throw .damaged }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        while bytes.count < size {
            guard mayGoOn() else { return nil }
            let next = try await asked { try await piece(bytes.count) }
            guard !next.isEmpty, bytes.count + next.count <= size else { throw .damaged }
            bytes += next
        }
        guard CleanImage.sha256(of: bytes) == sha256 else { throw .damaged }
        return bytes
    }

    private static func asked(_ piece: () async throws -> ImageBytes) async throws(Failure) -> Data {
        do {
            return Data(base64Encoded: try await piece().data) ?? Data()
        } catch let error as BusError {
            throw error.code == .conflict || error.code == .notFound ? .gone : .unanswered(error)
        } catch {
            throw .unanswered(BusError(.internalError, message: "could not get the picture's bytes: \(error.typeName)"))
        }
    }
}
