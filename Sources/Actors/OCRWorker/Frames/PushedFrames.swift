internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import OCRTools
internal import Synchronization
internal import VitalRecords

/// The frames that a stream's caller gives, as of a phone's camera: each is looked at before the next one is taken.
///
/// In memory only: one frame at a time.
final class PushedFrames: FrameFeed {
    /// The most parts of a frame, and the most bytes of each.
    static let limits = (parts: 12, bytes: 40_000)
    /// Who gives no frame for twice so long has gone.
    static let patience = Duration.seconds(5)

    fileprivate struct State {
        /// The frame whose parts come, or whose look is awaited.
        var number = 0
        var parts: [Int: [UInt8]] = [:]
        var count = 0
        /// Whole, and not taken yet.
        var whole: [UInt8]?
        var time = Duration.zero
        /// Opens when the frame was looked at; nil while parts are missing.
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

    /// Takes a part; with the last one it waits until the frame was looked at.
    ///
    /// A repeat changes nothing.
    ///
    /// - Throws: `BusError` `invalidArgument` for a part that is none, `busy` while another frame is looked at.
    func push(_ body: PushFrame, at now: Date) async throws -> FramePushed {
        let bytes = try Self.checked(body)
        let passed = now.millisecondsSince1970 - begun.millisecondsSince1970  // In range: both are this machine's.
        let time = Duration.milliseconds(max(0, passed))
        guard let look = try state.withLock({ try $0.add(body, bytes: bytes, at: time) }) else { return FramePushed() }
        wake.signal()
        try await look.wait()
        return state.withLock { state in
            // Of a frame before the one that is looked at by now nobody waits any more.
            (body.frame == state.number ? state.answer : nil) ?? FramePushed(ended: state.isEnded)
        }
    }

    private static func checked(_ body: PushFrame) throws(BusError) -> [UInt8] {
        guard body.frame > 0, (1...limits.parts).contains(body.parts), (0..<body.parts).contains(body.part) else {
            throw BusError(
                .invalidArgument,
                message: "a frame has a number from 1, and 1 to \(limits.parts) parts from 0: make it smaller"
            )
        }
        guard let bytes = Data(base64Encoded: body.data), (1...limits.bytes).contains(bytes.count) else {
            throw BusError(.invalidArgument, message: "a part's data is base64 of 1 to \(limits.bytes) bytes")
        }
        return Array(bytes)
    }

    /// Says what the frame that was taken last shows.
    func answer(_ answer: FramePushed) { close(answer, isEnd: answer.ended) }

    /// Nothing more is looked at.
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
            // What was no picture has no other answer.
            answer(FramePushed())
        }
    }

    /// The next frame; nil where none comes any more.
    private func next() async -> FeedFrame? {
        // A wake-up may be an old one.
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
    /// - Returns: What opens when the frame was looked at; nil while parts are missing.
    /// - Throws: `BusError`.
    fileprivate mutating func add(_ body: PushFrame, bytes: [UInt8], at now: Duration) throws(BusError) -> WakeUpAll? {
        if body.frame == number, let look { return look }
        guard !isEnded else {
            let look = WakeUpAll()
            look.open()
            return look
        }
        guard look?.isOpen ?? true else {
            throw BusError(.busy, message: "frame \(number) is still looked at: wait for its answer", isRetriable: true)
        }
        guard body.frame >= number, body.frame > number || body.parts == count else {
            throw BusError(.invalidArgument, message: "frame \(number) came already, or has \(count) parts")
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
