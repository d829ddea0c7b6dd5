internal import Dispatch
internal import LoopExecutor

/// One link to the bus with its pending calls and the handlers of received calls, which all end together.
///
/// It belongs to one actor and runs on that actor's queue only.
final class BusSession {
    /// Distinguishes this session from earlier and later ones.
    let number: Int
    /// The running handlers; a task is nil until it is known.
    var handlers: [Int: Task<Void, Never>?] = [:]
    private let link: BusLink
    private let queue: DispatchQueue
    private let notify: @Sendable (SessionEvent) -> Void
    private var calls = PendingReplies()
    private var pace: ReadPace
    /// Ends the present rest; nil while the link reads at once.
    private var restTimer: LoopTimer?

    /// Opens a link, which authenticates later, while its events are handled.
    ///
    /// - Parameter notify: Receives events on the queue; the owner then calls ``handle(_:)``.
    /// - Throws: ``DBusError`` with code `connectFailed`.
    init(
        number: Int,
        address: DBusAddress,
        gathering: DBusGathering?,
        queue: DispatchQueue,
        notify: @escaping @Sendable (SessionEvent) -> Void
    ) throws(DBusError) {
        self.number = number
        self.queue = queue
        self.notify = notify
        pace = ReadPace(gathering, now: .now)
        link = try BusLink(address: address.string, queue: queue) { notify(.source($0)) }
    }

    /// Starts watching the link.
    ///
    /// - Throws: ``DBusError`` with code `outOfMemory`.
    func activate() throws(DBusError) { try link.activate() }

    /// Whether the link is up.
    var isConnected: Bool { link.isConnected }

    func handle(_ event: SessionEvent) {
        switch event {
        case .source(let event): link.handle(event)
        case .hungUp: break
        case .rested: readAgain()
        case .late(let id, let member):
            end(call: id, result: .failure(DBusError(code: .timeout, message: "No answer to \(member) in time.")))
        }
    }

    /// The next received message; nil if there is none.
    func pop(ordinal: UInt64) -> PoppedMessage? { link.pop(ordinal: ordinal) }

    /// Sends a call whose completion runs on the queue exactly once; throws if it could not be sent.
    func call(
        _ message: OutgoingMessage,
        id: Int,
        timeout: Duration,
        completion: @escaping (Result<DBusReply, any Error>) -> Void
    ) throws(DBusError) {
        let serial = try send(message)
        let member = message.member ?? "The call"
        let timer = LoopTimer(after: timeout, queue: queue) { [notify] in notify(.late(call: id, member: member)) }
        calls.add(PendingCall(serial: serial, timer: timer, completion: completion), id: id)
    }

    /// Sends a message that expects no reply.
    func post(_ message: OutgoingMessage) throws(DBusError) {
        _ = try send(message)
    }

    /// Rests if only signals arrive and all are handled; call it after the last message was popped.
    func restIfQuiet() {
        guard restTimer == nil, let pause = pace.rest(isAsking: !calls.isEmpty, now: .now), link.rest(true) else {
            return
        }
        restTimer = LoopTimer(after: pause, queue: queue) { [notify] in notify(.rested) }
    }

    private func readAgain() {
        guard restTimer != nil else { return }
        restTimer = nil
        _ = link.rest(false)
    }

    private func send(_ message: OutgoingMessage) throws(DBusError) -> UInt32 {
        pace.sent(now: .now)
        readAgain()
        // libdbus writes at once and drops its watches when that fails. Without this check, the lost link would go
        // unnoticed and pending calls would run into their timeouts.
        defer { if !link.isConnected { queue.async { [notify] in notify(.hungUp) } } }
        return try link.send(message)
    }

    /// Completes a call; does nothing if it already ended.
    func end(call id: Int, result: Result<DBusReply, any Error>) {
        calls.take(id: id)?.completion(result)
    }

    func receiveReply(_ message: IncomingMessage) {
        calls.take(serial: message.replySerial)?.completion(message.result)
    }

    /// Closes the link, fails the waiting calls and cancels the handlers.
    func close(failingCallsWith error: DBusError) {
        restTimer = nil
        link.close()
        for call in calls.takeAll() { call.completion(.failure(error)) }
        for handler in handlers.values { handler?.cancel() }
        handlers = [:]
    }
}

/// An event of a ``BusSession``.
enum SessionEvent: Sendable {
    /// An event of the link's sources.
    case source(BusEvent)
    /// Sending found the link closed.
    case hungUp
    /// A rest has ended.
    case rested
    /// A call was not answered in time.
    case late(call: Int, member: String)
}
