internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import StoreEngine
internal import Synchronization
internal import VitalRecords

/// Erases everything that is stored about a seat's persons.
final class SeatEraser: ManagerService {
    let parts: ServiceParts
    private let files: ImageFiles
    private let limits: SeatLimitDesk
    /// Erased seats whose retained state is still to be cleared.
    private let unpublished = Mutex<Set<String>>([])
    /// Seats whose erasure began since the start: their erasure may be repeated even when nothing is left.
    private let begun = Mutex<Set<String>>([])

    init(_ parts: ServiceParts, files: ImageFiles, limits: SeatLimitDesk) {
        (self.parts, self.files, self.limits) = (parts, files, limits)
    }

    /// The operation that erases a seat's persons.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.eraseSeat) { [self] body, _ in try await erase(body) }]
    }

    /// Takes the seats that were erased since the last call, for their retained states to be cleared.
    func takeErased() -> Set<String> {
        unpublished.withLock { seats in
            defer { seats = [] }
            return seats
        }
    }

    /// Returns seats whose states could not be cleared.
    func putBack(_ seats: Set<String>) { unpublished.withLock { $0.formUnion(seats) } }

    /// Erases a seat's persons, even if the configuration no longer lists the seat.
    private func erase(_ body: EraseSeat) async throws -> SeatErased {
        let seat = body.seat
        // A repeated erasure clears the last pages of the store's log.
        if !begun.withLock({ $0.contains(seat) }) { try await seats.require(seat, held: true) }
        let erased: ErasedSeat
        do {
            try await store.checkErasable(seat, at: environment.now())
            if body.checkOnly == true { return .nothing(of: seat) }
            begun.withLock { _ = $0.insert(seat) }
            // Done first, so that the erasure below also clears the limits' old pages from the store's log.
            try await limits.forget(seat)
            erased = try await store.eraseSeat(seat, at: environment.now())
        } catch let error as StoreError where error.code == .constraint {
            throw BusError(.conflict, message: "seat '\(seat)' has a session, or one is still ending: end it first")
        } catch let error as StoreError where error.code == .locked {
            throw BusError(
                .busy,
                message: "all data is erased, but the store's log still contains old pages: repeat the request"
            )
        }
        try await files.sweep()
        unpublished.withLock { _ = $0.insert(seat) }
        signals.committed()
        logger.notice("a seat was erased", metadata: ["seat": "\(seat)", "records": "\(erased.records)"])
        return SeatErased(
            seat: seat,
            records: erased.records,
            sessions: erased.sessions,
            assignments: erased.assignments,
            heldReadings: erased.heldReadings,
            sharedHeldReadings: erased.sharedHeldReadings,
            devices: erased.devices.compactMap { DeviceID($0) },
            images: erased.images
        )
    }
}

extension SeatErased {
    /// The answer of a check without an erasure.
    fileprivate static func nothing(of seat: String) -> SeatErased {
        SeatErased(
            seat: seat,
            records: 0,
            sessions: 0,
            assignments: 0,
            heldReadings: 0,
            sharedHeldReadings: 0,
            devices: []
        )
    }
}
