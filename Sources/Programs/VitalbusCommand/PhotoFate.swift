internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// What the session manager has of a reading that a worker made: it alone can say that it is held.
enum PhotoFate {
    /// How long a reading may be on its way from the worker's outbox.
    private static let patience = Duration.seconds(5)

    /// Looks for a reading.
    ///
    /// - Parameters:
    ///   - seat: The seat that it was made for.
    ///   - time: When the display was seen.
    /// - Returns: `held` once it is there, `notStored` where the default user was at the seat; nil where it is neither, or
    ///   nobody can be asked.
    static func of(
        _ key: ReadingKey,
        seat: String?,
        at time: Date,
        _ connection: HubConnection
    ) async throws -> PictureDisposition? {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            do {
                if try await HeldCommand.entry(key, connection) != nil { return .held }
                if let seat, try await isDefaultUser(at: seat, time, connection) { return .notStored }
            } catch is BusError {
                return nil
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    private static func isDefaultUser(at seat: String, _ time: Date, _ connection: HubConnection) async throws -> Bool {
        do {
            let session = try await connection.requests.call(
                SessionOperations.session,
                hub: BusAddress.siteHub,
                SeatReference(seat: seat)
            )
            return session.defaultUser && time >= session.startedAt
        } catch let error as BusError where error.code == .notFound {
            return false
        }
    }
}
