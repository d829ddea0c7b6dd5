import DevicePeers
import Foundation
import Synchronization
import USB

/// A cable that carries a number of messages to the meter and then none, until a person pulls it.
final class MeterCable: Sendable {
    private let state: Mutex<(left: Int, isSpent: Bool, isPulled: Bool)>

    init(messages: Int = .max) { state = Mutex((messages, false, false)) }

    /// Whether it did not carry a message, so that the hub has handled all answers to those before.
    var isSpent: Bool { state.withLock { $0.isSpent } }
    /// Whether a person pulled it.
    var isPulled: Bool { state.withLock { $0.isPulled } }

    func pull() { state.withLock { $0.isPulled = true } }

    /// Whether the meter hears one more message.
    func carries() -> Bool {
        state.withLock { state in
            guard state.left > 0, !state.isPulled else {
                state.isSpent = true
                return false
            }
            state.left -= 1
            return true
        }
    }
}

/// A meter that is no hidraw device, as the hub opens it.
enum CableMeter: Sendable {
    /// A OneTouch meter behind its disk.
    case disk(OneTouchDiskPeer)
    /// An Accu-Chek meter.
    case bulk(AccuChekPeer)

    /// Opens the meter over a cable, as each link does.
    ///
    /// - Parameter disk: The path of the disk.
    func open(over cable: MeterCable, disk: String) throws(CableFailure) -> any CableNode {
        switch self {
        case .disk(let meter): try DiskNode(MeterDisk(meter, over: cable, path: disk))
        case .bulk(let meter): BulkNode(MeterPipe(meter, over: cable))
        }
    }
}

/// A disk in a file, in whose request block the meter puts its answer.
private final class MeterDisk: BlockDevice {
    private let file: BlockFile
    private let cable: MeterCable
    private let meter: Mutex<OneTouchDiskPeer>

    init(_ meter: OneTouchDiskPeer, over cable: MeterCable, path: String) throws(CableFailure) {
        guard FileManager.default.createFile(atPath: path, contents: Data((0..<5).flatMap { meter.read($0) })) else {
            throw CableFailure("the file of the disk cannot be made")
        }
        file = try BlockFile(path, isDirect: false)
        self.meter = Mutex(meter)
        self.cable = cable
    }

    func read(_ block: Int) -> [UInt8]? { cable.isPulled ? nil : file.read(block) }

    func write(_ bytes: [UInt8], to block: Int) -> Bool {
        guard !cable.isPulled, file.write(bytes, to: block) else { return false }
        guard cable.carries() else { return true }
        let answer = meter.withLock { meter in
            meter.write(bytes, to: block)
            return meter.read(block)
        }
        return file.write(answer, to: block)
    }
}

/// A device that asks for its association and answers messages.
private final class MeterPipe: BulkDevice {
    /// How long one wait for a message takes.
    private static let wait = DispatchTimeInterval.milliseconds(50)

    private let cable: MeterCable
    private let news = DispatchSemaphore(value: 0)
    private let state: Mutex<(meter: AccuChekPeer, waiting: [[UInt8]], isClosed: Bool)>

    init(_ meter: AccuChekPeer, over cable: MeterCable) {
        state = Mutex((meter, [AccuChekPeer.greeting], false))
        self.cable = cable
    }

    func receive() -> CableFinding {
        _ = news.wait(timeout: .now() + Self.wait)
        return state.withLock { state in
            if state.isClosed || cable.isPulled { return .gone }
            return state.waiting.isEmpty ? .nothing : .report(state.waiting.removeFirst())
        }
    }

    func send(_ bytes: [UInt8]) -> Bool {
        guard !cable.isPulled else { return false }
        guard cable.carries() else { return true }
        let answers = state.withLock { state in
            let answers = state.meter.answers(to: bytes)
            state.waiting += answers
            return answers
        }
        for _ in answers { news.signal() }
        return true
    }

    func close() {
        state.withLock { $0.isClosed = true }
        news.signal()
    }
}
