internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import JobStore
internal import Logging
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// Reads displays in the frames of cameras, streams and folders, and publishes each result.
///
/// A stream does not survive the process. Its reading is stored in the outbox before it is published.
actor StreamReader {
    /// The largest number of concurrent streams.
    static let limit = 4

    /// The plan of a stream.
    struct Plan: Sendable {
        let id: String
        let key: ReadingKey
        let body: StartReading
        /// The address of the frames' source; empty for frames that the client pushes.
        let address: String
        let pushed: PushedFrames?
        let seconds: Int
    }

    /// A running stream.
    private struct Stream {
        let plan: Plan
        let task: Task<Void, Never>
        /// Opens when the stream stores no more data.
        let end = WakeUpAll()
    }

    let context: ActorContext
    let engine: any PictureEngine
    let feeds: any FrameFeeds
    let lane: EngineLane
    let keeper: ReadingKeeper
    let hub: HubID
    let sharesValues: Bool
    private let sources: StreamSources
    private var running: [String: Stream] = [:]
    /// The reasons for streams ended on request, by stream.
    private var reasons: [String: OCRDidCancel.Reason] = [:]
    private(set) var counters: [String: Int64] = ["frames": 0, "streams": 0]
    /// The crops of the newest frames.
    var crops = FrameCrops()
    /// The previews for operators who requested them.
    var previews = FrameCrops()
    let defaultUsers: DefaultUsers
    private let allowsPreviews: Bool
    private var isDraining = false

    init(
        _ context: ActorContext,
        engine: any PictureEngine,
        feeds: any FrameFeeds,
        lane: EngineLane,
        keeper: ReadingKeeper,
        hub: HubID,
        defaultUsers: DefaultUsers
    ) throws {
        self.context = context
        self.engine = engine
        self.feeds = feeds
        self.lane = lane
        self.keeper = keeper
        self.hub = hub
        self.defaultUsers = defaultUsers
        allowsPreviews = try context.configuration[\OCRWorkerKeys.previews]
        sharesValues = try context.configuration[\OCRWorkerKeys.sharesValues]
        sources = try StreamSources(context.configuration)
    }

    /// The number of running streams.
    var count: Int { running.count }

    /// Starts a stream; a repeated request returns the running one.
    ///
    /// - Throws: `BusError`, ``UnreadablePicture``.
    func start(_ body: StartReading, id: String) throws -> OCRJob {
        if let known = running[id] { return OCRJob(jobID: id, readingKey: known.plan.key, state: .waiting) }
        guard !isDraining else { throw BusError(.draining, message: "the worker is stopping", isRetriable: true) }
        guard running.count < Self.limit else {
            throw BusError(.busy, message: "already reading \(running.count) streams: cancel one", isRetriable: true)
        }
        if let seat = body.seat { try BusAddress.check(seat, as: "seat") }
        let seconds = body.seconds ?? 60
        guard (1...600).contains(seconds) else {
            throw BusError(.invalidArgument, message: "seconds must be from 1 to 600")
        }
        try check(previewKey: body.previewKey)
        // Frames are cropped only if values are shared.
        let vote = try engine.vote(body.wish ?? DisplayWish(), cutsFrames: sharesValues)
        let isPushed = body.source == StreamSources.pushed
        let plan = Plan(
            id: id,
            key: .random(),
            body: body,
            address: isPushed ? "" : try sources.address(body),
            pushed: isPushed
                ? PushedFrames(begun: context.environment.now(), clock: context.environment.clock) : nil,
            seconds: seconds
        )
        counters["streams", default: 0] += 1
        running[id] = Stream(plan: plan, task: Task { await self.run(plan, vote: vote) })
        return OCRJob(jobID: id, readingKey: plan.key, state: .waiting)
    }

    /// Accepts a part of a pushed frame.
    ///
    /// - Throws: `BusError`.
    func push(_ body: PushFrame) async throws -> FramePushed {
        guard let frames = running[body.jobID]?.plan.pushed else {
            throw BusError(
                .notFound,
                message: "no stream of pushed frames has this id: it has ended, or startReading was not called"
            )
        }
        return try await frames.push(body, at: context.environment.now())
    }

    /// Checks a preview key, because a guessable one would show a room to others.
    private func check(previewKey key: String?) throws(BusError) {
        guard let key else { return }
        let isKey = key.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
        guard isKey, (16...64).contains(key.utf8.count) else {
            throw BusError(
                .invalidArgument,
                message: "previewKey must have 16 to 64 random characters of a-z, A-Z, 0-9 and '-'"
            )
        }
        guard allowsPreviews else {
            throw BusError(
                .notAuthorized,
                message: "this hub shows no previews: 'previews' is off in the worker's configuration"
            )
        }
    }

    /// Ends streams.
    ///
    /// - Parameter id: The stream; nil for all.
    /// - Returns: The ids of the streams that were running.
    func cancel(_ id: String?, reason: OCRDidCancel.Reason = .requested) -> [String] {
        let ended = running.keys.filter { id == nil || $0 == id }.sorted()
        for name in ended {
            reasons[name] = reason
            running[name]?.task.cancel()
        }
        return ended
    }

    /// Ends a stream, and waits until it stores no more data; false if there is none.
    ///
    /// - Throws: `CancellationError`.
    func end(_ id: String) async throws -> Bool {
        guard let stream = running[id] else { return false }
        _ = cancel(id)
        try await stream.end.wait()
        return true
    }

    /// Ends all streams and waits for their end.
    func drain() async {
        isDraining = true
        let tasks = running.values.map(\.task)
        _ = cancel(nil, reason: .draining)
        for task in tasks { await task.value }
    }

    private func run(_ plan: Plan, vote: any DisplayVote) async {
        let timer = Task {
            try await context.environment.clock.sleep(for: .seconds(plan.seconds))
            _ = self.cancel(plan.id, reason: .timedOut)
        }
        defer { timer.cancel() }
        var reason: OCRDidCancel.Reason?
        do {
            let feed: any FrameFeed
            if let pushed = plan.pushed { feed = pushed } else { feed = try await feeds.open(plan.address) }
            reason = await read(feed, plan: plan, vote: vote)
        } catch let trouble as FeedTrouble {
            reason = await unavailable(plan, trouble: trouble)
        } catch {
            context.logger.warning("could not open a stream", metadata: ["error": "\(error)"])
            reason = .failed
        }
        running.removeValue(forKey: plan.id)?.end.open()
        plan.pushed?.end()
        let told = reasons.removeValue(forKey: plan.id)
        guard let end = reason.map({ told ?? $0 }) else { return }
        let data = OCRDidCancel(seat: plan.body.seat, hub: hub.rawValue, jobID: plan.id, reason: end)
        await publish(OCRTopics.ocrDidCancel, id: "\(plan.id)-end", data: data)
    }

    /// Reads frames until they agree.
    ///
    /// - Returns: Why the stream ended without a reading; nil with one.
    private func read(_ feed: any FrameFeed, plan: Plan, vote: any DisplayVote) async
        -> OCRDidCancel.Reason?
    {
        let voting = VotingBox(vote)
        var (number, isComplete, pace) = (0, false, PreviewPace())
        do {
            try await feed.read { frame in
                number += 1
                counters["frames", default: 0] += 1
                let shows = plan.body.previewKey != nil && pace.isDue(at: frame.time)
                let seen: SeenFrame
                do {
                    seen = try await lane.run { [number] in
                        try voting.look(at: frame, number: number, shows: shows)
                    }
                } catch is UnreadablePicture {
                    // The frame is damaged, but the next one may be intact.
                    return !Task.isCancelled
                }
                await tell(seen, number: number, plan: plan)
                var fate: PictureDisposition?
                if let agreement = seen.completed { fate = try await complete(agreement, plan: plan) }
                isComplete = fate != nil
                plan.pushed?.answer(seen.pushed(fate))
                return !isComplete && !Task.isCancelled
            }
            return isComplete ? nil : .ended
        } catch let trouble as FeedTrouble {
            return await unavailable(plan, trouble: trouble)
        } catch {
            context.logger.warning("could not store a stream's reading", metadata: ["error": "\(error)"])
            return .failed
        }
    }
}
