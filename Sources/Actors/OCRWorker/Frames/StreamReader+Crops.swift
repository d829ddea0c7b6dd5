internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus

extension StreamReader {
    /// A piece of a frame's crop; nil where it is none that is kept.
    ///
    /// - Throws: `BusError` `invalidArgument` for a piece that is not in it.
    func bytes(_ body: PictureBytesRequest) throws(BusError) -> ImageBytes? {
        guard body.jobID == nil else { return nil }
        return try crops.piece(of: body.sha256, from: body.offset, at: context.environment.now())
    }

    /// Forgets the crops of a seat's streams, which have ended.
    func forget(seat: String) { crops.forget(seat: seat) }

    /// Forgets the crops that are past their time.
    func sweep() { crops.forget(at: context.environment.now()) }
}
