internal import ActorRuntime
internal import BusContract
internal import JobStore
internal import Logging
internal import MessageBus
internal import StoreEngine

extension OCRWorkerActor {
    /// Erases this worker's data about a seat's persons.
    ///
    /// - Throws: `BusError`, `StoreError`.
    func erase(_ body: SeatReference) async throws -> PicturesErased {
        let seat = body.seat
        try BusAddress.check(seat, as: "seat")
        do {
            let ended = try await endStreams(of: seat)
            await streams.forget(seat: seat)
            let erased = try await photos.erase(seat: seat)
            let readings = try await lanes.forget(seat: seat)
            context.logger.notice("a seat's data was erased", metadata: ["seat": "\(seat)"])
            return PicturesErased(
                seat: seat,
                jobs: erased.jobs,
                pictures: erased.pictures,
                readings: readings,
                streams: ended
            )
        } catch let error as StoreError where error.code == .locked {
            throw BusError(
                .busy,
                message: "a store's log still contains erased data: repeat the request",
                isRetriable: true
            )
        }
    }

    /// Ends a seat's streams, and waits until they store no more data.
    private func endStreams(of seat: String) async throws -> Int {
        var count = 0
        for id in streamSeats.streams(of: seat) {
            if try await streams.end(id) { count += 1 }
        }
        return count
    }
}
