internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import Synchronization
internal import VitalRecords

/// The frames that a client pushes, for example from a phone's camera; each is examined before the next one is
/// accepted.
///
/// Only one frame is kept, in memory.
final class PushedFrames: FrameFeed {
    /// The largest number of parts of a frame, and the largest part in bytes.
    static let limits = (parts: 12, bytes: 40_000)
    /// A client that pushes no frame for twice this time is considered gone.
    static let patience = Duration.seconds(5)

    fileprivate struct State {
        /// The number of the frame whose parts are arriving or whose result is pending.
        var number = 0
        var parts: [Int: [UInt8]] = [:]
        var count = 0
        /// The complete frame, not taken yet.
        var whole: [UInt8]?
        var time = Duration.zero
        /// Opens when the frame was examined; nil while parts are missing.
        var look: WakeUpAll?
        var answer: FramePushed?
        var isEnded = false
    }

    private let state = Mutex(State())
    private let wake = WakeUp()
    private let begun: Date
    private let clock: any Clock<Duration>

    init(begun: Date, clock: any Clock<Duration>) {
        (self.begun, self.clock) = (begun, clock)
    }

    /// Accepts a part, and after the last part waits until the frame is examined.
    ///
    /// A repeat changes nothing.
    ///
    /// - Throws: `BusError` `invalidArgument` for an invalid part, `busy` while another frame is examined.
    func push(_ body: PushFrame, at now: Date) async throws -> FramePushed {
        let bytes = try Self.checked(body)
        let passed = now.millisecondsSince1970 - begun.millisecondsSince1970  // In range: both are from this machine.
        let time = Duration.milliseconds(max(0, passed))
        guard let look = try state.withLock({ try $0.add(body, bytes: bytes, at: time) }) else { return FramePushed() }
        wake.signal()
        try await look.wait()
        return state.withLock { state in
            // The answer to an outdated frame is no longer needed.
            (body.frame == state.number ? state.answer : nil) ?? FramePushed(ended: state.isEnded)
        }
    }

    private static func checked(_ body: PushFrame) throws(BusError) -> [UInt8] {
        guard body.frame > 0, (1...limits.parts).contains(body.parts), (0..<body.parts).contains(body.part) else {
            throw BusError(
                .invalidArgument,
                message:
                    "frames are numbered from 1 and have 1 to \(limits.parts) parts, numbered from 0: make the frame smaller"
            )
        }
        guard let bytes = Data(base64Encoded: body.data), (1...limits.bytes).contains(bytes.count) else {
            throw BusError(.invalidArgument, message: "a part's data must be base64 of 1 to \(limits.bytes) bytes")
        }
        return Array(bytes)
    }

    /// Sets the result of the frame taken last.
    func answer(_ answer: FramePushed) { close(answer, isEnd: answer.ended) }

    /// Ends the stream, so that no more frames are examined.
    func end() { close(FramePushed(ended: true), isEnd: true) }

    private func close(_ answer: FramePushed, isEnd: Bool) {
        let look = state.withLock { state in
            if state.answer == nil { state.answer = answer }
            state.isEnded = state.isEnded || isEnd
            return state.look
        }
        look?.open()
    }

    func read(_ take: (FeedFrame) async throws -> Bool) async throws {
        while let frame = await next() {
            guard try await take(frame) else { return }
            // An undecodable frame has set no answer, so answer it here.
            answer(FramePushed())
        }
    }

    /// The next frame; nil if no more arrive.
    private func next() async -> FeedFrame? {
        // Wait twice, because the first wake-up may be outdated.
        for _ in 0..<2 {
            if let frame = taken() { return frame }
            await wake.wait(atMost: Self.patience, clock: clock)
        }
        return taken()
    }

    private func taken() -> FeedFrame? {
        guard !Task.isCancelled else { return nil }
        return state.withLock { state in
            guard let bytes = state.whole else { return nil }
            state.whole = nil
            return FeedFrame(picture: .encoded(bytes), time: state.time)
        }
    }
}

extension PushedFrames.State {
    /// Adds a part.
    ///
    /// - Returns: The gate that opens when the frame was examined; nil while parts are missing.
    /// - Throws: `BusError`.
    fileprivate mutating func add(_ body: PushFrame, bytes: [UInt8], at now: Duration) throws(BusError) -> WakeUpAll? {
        if body.frame == number, let look { return look }
        guard !isEnded else {
            let look = WakeUpAll()
            look.open()
            return look
        }
        guard look?.isOpen ?? true else {
            throw BusError(
                .busy,
                message: "frame \(number) is still being read: wait for its answer",
                isRetriable: true
            )
        }
        guard body.frame >= number, body.frame > number || body.parts == count else {
            throw BusError(.invalidArgument, message: "frame \(number) was already sent, or has \(count) parts")
        }
        if body.frame > number { (number, parts, count, look, answer) = (body.frame, [:], body.parts, nil, nil) }
        parts[body.part] = bytes
        guard parts.count == count else { return nil }
        whole = (0..<count).flatMap { parts[$0] ?? [] }
        parts = [:]
        time = max(time, now)
        look = WakeUpAll()
        return look
    }
}
