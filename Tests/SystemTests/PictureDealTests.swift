import BusContract
import ContractLiterals
import MessageBus
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// What a worker answers for a picture, whatever becomes of picture, lease and worker.
@Suite(.serialized) struct PictureDealTests {
    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.ocrWorkers = 1
        settings.pictureHub = "lab"
        return settings
    }

    @Test func eachOutcomeIsToldWithItsReading() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await PictureDealer.with(line) { dealer in
                let photo = try await readable(line, dealer)
                try await giveBack(line, dealer, photo)
                try await tryAgain(line, dealer, photo)
                try await keepNothing(line, dealer, photo)
                try await interrupt(line, dealer, photo)
            }
        }
    }

    /// Deals a job as soon as it is demanded, and waits for its next outcome.
    private func outcome(
        _ line: RunningLine,
        _ dealer: PictureDealer,
        _ job: String,
        after known: Int = 0,
        _ deal: @Sendable @escaping () async throws -> Bool
    ) async throws -> OCRAck.Outcome {
        try await line.wait("a demand for \(job)") { try await deal() }
        return try await next(line, dealer, job, after: known)
    }

    private func next(
        _ line: RunningLine,
        _ dealer: PictureDealer,
        _ job: String,
        after known: Int
    ) async throws -> OCRAck.Outcome {
        try await line.wait("the outcome of \(job)") { await dealer.outcomes(of: job).count > known }
        return try #require(await dealer.outcomes(of: job).last)
    }

    /// The first drawn photo that gives a reading.
    private func readable(_ line: RunningLine, _ dealer: PictureDealer) async throws -> [UInt8] {
        for seed in UInt64(1)...12 {
            let photo = try DisplayPhoto(seed: seed).jpeg
            let told = try await outcome(line, dealer, "try-\(seed)") {
                try await dealer.deal("try-\(seed)", picture: photo)
            }
            #expect(told.result == "done" && told.fence == 1)
            guard told.reading != nil else { continue }
            #expect(told.disposition == .held)
            return photo
        }
        throw NeverHappened(what: "one of the drawn photos shows a reading")
    }

    /// What comes without time to read it is nobody's at once.
    private func giveBack(_ line: RunningLine, _ dealer: PictureDealer, _ photo: [UInt8]) async throws {
        let told = try await outcome(line, dealer, "late") {
            try await dealer.deal("late", picture: photo, leaseSeconds: 0)
        }
        #expect(told.result == "release" && told.reading == nil && told.error == nil)
    }

    /// What is not the picture that was dealt may be it the next time.
    private func tryAgain(_ line: RunningLine, _ dealer: PictureDealer, _ photo: [UInt8]) async throws {
        let other = String(repeating: "0", count: 64)
        let told = try await outcome(line, dealer, "other") {
            try await dealer.deal("other", picture: photo, as: other)
        }
        #expect(told.result == "retry" && told.error?.retriable == true && told.reading == nil)
    }

    private func keepNothing(_ line: RunningLine, _ dealer: PictureDealer, _ photo: [UInt8]) async throws {
        let held = try await DisplayDesk(line.connection).held().count
        let told = try await outcome(line, dealer, "unkept") {
            try await dealer.deal("unkept", picture: photo, isStored: false)
        }
        #expect(told.result == "done" && told.disposition == .notStored && told.reading != nil)
        #expect(try await DisplayDesk(line.connection).held().count == held)
    }

    /// Who ends before the owner knows of a picture's end tells that it was begun.
    private func interrupt(_ line: RunningLine, _ dealer: PictureDealer, _ photo: [UInt8]) async throws {
        await dealer.confirm(false)
        let told = try await outcome(line, dealer, "begun") { try await dealer.deal("begun", picture: photo) }
        #expect(told.result == "done")
        try await line.kill("ocr-worker-o1")
        try await line.wait("the next start") { await dealer.outcomes(of: "begun").last?.result == "interrupted" }
        await dealer.confirm(true)
        // The first demand may be that of the worker's former life.
        try await line.wait("its end") {
            _ = try await dealer.deal("begun", picture: photo)
            return await dealer.outcomes(of: "begun").last?.result == "done"
        }
        let keys = await dealer.outcomes(of: "begun").compactMap(\.reading?.readingKey)
        #expect(Set(keys).count == 1 && keys.first == told.reading?.readingKey, "one reading, however often it is read")
    }
}
