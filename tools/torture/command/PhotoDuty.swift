import BusContract
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import TortureGround
import VitalRecords

/// Has photos of displays read and confirms what is held of them, while processes are struck.
struct PhotoDuty: Sendable {
    /// How many people do so at a time.
    private static let hands = 3
    /// How many photos there are; they are handed over again and again.
    private static let photos = 6
    /// How long one photo may take from the first call to its confirmation.
    private static let limit = Duration.seconds(240)

    let plan: HubPlan
    let book: StayBook
    let tell: @Sendable (String) -> Void

    /// Continues until the book is closed; a photo that has begun is finished.
    ///
    /// - Returns: The photos that showed a reading.
    /// - Throws: `BusError`.
    func run() async throws -> [TakenPhoto] {
        let photos = try (1...UInt64(Self.photos)).map { try DisplayPhoto(seed: $0).jpeg }
        return try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            let desk = DisplayDesk(
                connection,
                hub: Ward.radioHub,
                seat: Ward.person(Ward.photographed).seat
            )
            return try await withThrowingTaskGroup(of: [TakenPhoto].self) { group in
                for hand in 0..<Self.hands { group.addTask { try await take(photos, from: hand, desk) } }
                return try await group.reduce(into: []) { $0 += $1 }
            }
        }
    }

    private func take(_ photos: [[UInt8]], from hand: Int, _ desk: DisplayDesk) async throws -> [TakenPhoto] {
        var taken: [TakenPhoto] = []
        var number = hand
        while await !book.isClosed {
            if let photo = try await take(photos[number % photos.count], number, desk) { taken.append(photo) }
            number += Self.hands
            try await Task.sleep(for: .milliseconds(200))
        }
        return taken
    }

    /// One photo from hand to confirmation; nil where the display shows no reading to the worker.
    private func take(_ photo: [UInt8], _ number: Int, _ desk: DisplayDesk) async throws -> TakenPhoto? {
        let end = ContinuousClock.now + Self.limit
        let name = try await desk.hand(photo)
        var job = try await desk.recognize(name, id: "photo-\(number)")
        while job.state == .waiting, ContinuousClock.now < end {
            try await Task.sleep(for: .milliseconds(200))
            job = try await desk.recognize(name, id: "photo-\(number)")
        }
        if job.state == .done, job.result?.refused != nil { return nil }
        let open = TakenPhoto(number: number, readingKey: job.readingKey, confirmedAt: nil)
        guard job.state == .done else {
            tell("photo \(number) is \(job.state): \(job.error?.code ?? "no reason")")
            return open
        }
        while ContinuousClock.now < end {
            // It is not held before its picture and itself have arrived.
            if (try? await desk.confirm(job.readingKey, truth: open.measurements)) != nil {
                let now = Int64(Date().timeIntervalSince1970 * 1_000)
                return TakenPhoto(number: number, readingKey: job.readingKey, confirmedAt: now)
            }
            try await Task.sleep(for: .milliseconds(300))
        }
        tell("photo \(number) was never held: \(job.readingKey.rawValue)")
        return open
    }
}
