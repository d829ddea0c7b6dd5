import BusContract
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization
import VitalRecords

/// A drawn photo of a cuff's display that is read, held, confirmed, and submitted with its image.
final class DemoPhoto: Sendable {
    private static let job = "demo-photo"
    /// How many photos are tried: one that shows nothing certain is taken again, as a person would.
    private static let tries = 8

    private struct State {
        var number = 0
        var name = ""
        var photo: DisplayPhoto?
        var isOver = false
    }

    private let state = Mutex(State())

    /// Begins without a photo.
    init() throws {}

    /// Takes the next photo and has it read.
    func begin(_ connection: HubConnection) async throws {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        guard number <= Self.tries else {
            throw DemoFailure(description: "none of \(Self.tries) photos shows a reading")
        }
        let photo = try DisplayPhoto(seed: UInt64(number))
        let desk = DisplayDesk(connection)
        let name = try await desk.hand(photo.jpeg)
        state.withLock {
            $0.name = name
            $0.photo = photo
        }
        _ = try await desk.recognize(name, id: "\(Self.job)-\(number)")
    }

    /// Looks how far it is, and confirms what is held.
    ///
    /// - Returns: Whether the reading is confirmed.
    /// - Throws: ``DemoFailure`` when no photo shows a reading.
    func isOver(_ connection: HubConnection) async throws -> Bool {
        let (number, name, photo, isOver) = state.withLock { ($0.number, $0.name, $0.photo, $0.isOver) }
        guard !isOver, let photo else { return isOver }
        let desk = DisplayDesk(connection)
        let job = try await desk.recognize(name, id: "\(Self.job)-\(number)")
        guard job.state != .waiting else { return false }
        guard job.state == .done, job.result?.refused == nil else {
            try await begin(connection)
            return false
        }
        guard let entry = try await desk.held()[job.readingKey], entry.picture != nil else { return false }
        _ = try await desk.confirm(job.readingKey, truth: photo.truth)
        state.withLock { $0.isOver = true }
        return true
    }
}

extension HubPlan {
    /// The plan with one OCR worker, and a place for images at the simulated server.
    func readingDisplays() -> HubPlan {
        var plan = self
        plan.ocrWorkers = 1
        plan.settings["uploader"]?["destination.inform.paths.image"] = "/connect/provider/media"
        return plan
    }
}
