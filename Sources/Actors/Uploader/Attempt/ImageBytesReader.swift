internal import BusContract
internal import MessageBus
internal import PictureParts

/// Fetches a granted image's bytes from the queue's owner, piece by piece: the owner may run on another machine.
struct ImageBytesReader: Sendable {
    let requests: RequestClient
    let ownerHub: String

    /// All bytes of an image.
    ///
    /// - Parameter mayGoOn: Asked before each piece.
    /// - Returns: Nil if it may not continue.
    func read(
        _ image: UploadGrant.Image,
        while mayGoOn: () -> Bool
    ) async throws(PieceReader.Failure) -> [UInt8]? {
        try await PieceReader.read(sha256: image.sha256, size: image.size, while: mayGoOn) { offset in
            try await requests.call(
                SessionOperations.imageBytes,
                hub: ownerHub,
                body: ImageBytesRequest(imageID: image.imageID, fence: image.fence, offset: offset),
                timeout: .seconds(5)
            )
        }
    }
}
