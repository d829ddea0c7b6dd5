internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

extension StreamReader {
    /// A piece of a frame's crop, or of its preview for who names its key; nil where it is none that is kept.
    ///
    /// - Throws: `BusError` `invalidArgument` for a piece that is not in it.
    func bytes(_ body: PictureBytesRequest) throws(BusError) -> ImageBytes? {
        let now = context.environment.now()
        guard let key = body.previewKey else { return try crops.piece(of: body.sha256, from: body.offset, at: now) }
        guard let piece = try previews.piece(of: body.sha256, from: body.offset, key: key, at: now) else {
            throw BusError(.notFound, message: "no such preview is kept under this key")
        }
        return piece
    }

    /// Forgets the crops and previews of a seat's streams, which have ended.
    func forget(seat: String) {
        crops.forget(seat: seat)
        previews.forget(seat: seat)
    }

    /// Forgets what is past its time.
    func sweep() {
        let now = context.environment.now()
        crops.forget(at: now)
        previews.forget(at: now)
    }
}
