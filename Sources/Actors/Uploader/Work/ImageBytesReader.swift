internal import BusContract
internal import Delivery
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Fetches a granted image's bytes from the queue's owner, piece by piece: the owner may run on another machine.
struct ImageBytesReader: Sendable {
    let requests: RequestClient
    let ownerHub: String

    /// Why there are no bytes.
    enum Failure: Error {
        /// The owner has given the lease or the image up.
        case gone
        /// The owner did not answer.
        case unanswered(BusError)
        /// What came is not the image that was granted.
        case damaged
    }

    /// All bytes of an image.
    ///
    /// - Parameter mayGoOn: Asked before each piece.
    /// - Returns: Nil when it may not go on.
    func read(_ image: UploadGrant.Image, while mayGoOn: () -> Bool) async throws(Failure) -> [UInt8]? {
        guard (1...ImageFile.byteLimit).contains(image.size) else { throw .damaged }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(image.size)
        while bytes.count < image.size {
            guard mayGoOn() else { return nil }
            let piece = try await piece(image, offset: bytes.count)
            guard !piece.isEmpty, bytes.count + piece.count <= image.size else { throw .damaged }
            bytes += piece
        }
        guard ImageFile.sha256(of: bytes) == image.sha256 else { throw .damaged }
        return bytes
    }

    private func piece(_ image: UploadGrant.Image, offset: Int) async throws(Failure) -> Data {
        let body = ImageBytesRequest(imageID: image.imageID, fence: image.fence, offset: offset)
        do {
            let reply = try await requests.call(
                SessionOperations.imageBytes,
                hub: ownerHub,
                body,
                timeout: .seconds(5)
            )
            return Data(base64Encoded: reply.data) ?? Data()
        } catch let error as BusError {
            throw error.code == .conflict || error.code == .notFound ? .gone : .unanswered(error)
        } catch {
            throw .unanswered(BusError(.internalError, "the image's bytes were not had: \(type(of: error))"))
        }
    }
}
