internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

extension StreamReader {
    /// A part of a frame's crop or, with its key, of its preview; nil if not stored.
    ///
    /// - Throws: `BusError` `invalidArgument` for an offset outside the picture.
    func bytes(_ body: PictureBytesRequest) throws(BusError) -> ImageBytes? {
        let now = context.environment.now()
        guard let key = body.previewKey else { return try crops.piece(of: body.sha256, from: body.offset, at: now) }
        guard let piece = try previews.piece(of: body.sha256, from: body.offset, key: key, at: now) else {
            throw BusError(.notFound, message: "no preview is stored under this key")
        }
        return piece
    }

    /// Forgets the crops and previews of a seat's ended streams.
    func forget(seat: String) {
        crops.forget(seat: seat)
        previews.forget(seat: seat)
    }

    /// Forgets expired crops and previews.
    func sweep() {
        let now = context.environment.now()
        crops.forget(at: now)
        previews.forget(at: now)
    }
}
