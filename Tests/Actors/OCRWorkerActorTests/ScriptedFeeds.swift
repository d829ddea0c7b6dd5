import OCRTools

@testable import OCRWorkerActor

/// Feeds with as many frames as the test decides, which then end, wait or fail.
struct ScriptedFeeds: FrameFeeds {
    enum End: Sendable {
        case ends
        case waits
    }

    var count = 0
    var end = End.ends
    var trouble: FeedTrouble?
    /// The time between two frames.
    var interval = Duration.zero

    func open(_ address: String) async throws -> any FrameFeed {
        if let trouble { throw trouble }
        return Feed(count: count, end: end, interval: interval)
    }

    struct Feed: FrameFeed {
        let count: Int
        let end: End
        let interval: Duration

        func read(_ take: (FeedFrame) async throws -> Bool) async throws {
            for number in 0..<count {
                guard try await take(FeedFrame(picture: .encoded([]), time: interval * number)) else { return }
            }
            guard end == .waits else { return }
            let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
            for await _ in stream {}
            continuation.finish()
        }
    }
}
