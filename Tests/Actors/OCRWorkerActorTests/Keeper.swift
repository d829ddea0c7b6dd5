import BusContract
import ContractLiterals
import Foundation
import MessageBus
import Synchronization
import VitalRecords

/// A session manager that accepts everything and records the order of arrival.
final class Keeper: Sendable {
    enum Taken: Sendable, Equatable {
        case picture(ReadingKey, String)
        case reading(Reading)
    }

    private let state = Mutex<[Taken]>([])
    private let away = Mutex(false)

    var taken: [Taken] { state.withLock(\.self) }
    var readings: [Reading] {
        taken.compactMap { if case .reading(let reading) = $0 { reading } else { nil } }
    }

    /// Sets whether it refuses everything that it could book.
    func setAway(_ isAway: Bool) { away.withLock { $0 = isAway } }

    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.putHeldPicture) { [self] body, _ in
                try check()
                let parts = (body.size + 39_999) / 40_000
                return PictureReceived(
                    sha256: body.sha256,
                    state: "wanted",
                    partSize: 40_000,
                    missing: Array(0..<parts)
                )
            },
            RequestHandler(SessionOperations.heldPicturePart) { [self] body, _ in
                try check()
                if let key = body.readingKey { state.withLock { $0.append(.picture(key, body.sha256)) } }
                return PictureReceived(sha256: body.sha256, state: "stored", partSize: 40_000, missing: [])
            },
            RequestHandler(SessionOperations.submitRecords) { [self] body, _ in
                try check()
                state.withLock { $0 += body.records.map { .reading($0) } }
                return SubmittedRecords(
                    results: body.records.map {
                        SubmittedRecords.Result(readingKey: $0.readingKey, revision: $0.revision, outcome: "held")
                    }
                )
            },
        ]
    }

    private func check() throws {
        if away.withLock(\.self) { throw BusError(.storeUnavailable, message: "away", isRetriable: true) }
    }
}
