internal import CDBus
internal import Dispatch

/// One private libdbus connection with its watches and timeouts.
///
/// It belongs to one actor and runs on that actor's queue only; libdbus calls back only during calls made there.
final class BusLink {
    let queue: DispatchQueue
    /// Notifies the owner of an event; the owner then calls ``handle(_:)`` on its queue.
    let notify: @Sendable (BusEvent) -> Void
    var watches: [Int: BusWatch] = [:]
    var timeouts: [Int: BusTimeout] = [:]
    private let handle: OpaquePointer
    private var lastID = 0
    private var isClosed = false

    /// Opens a private connection, which authenticates later, while its events are handled.
    ///
    /// - Throws: ``DBusError`` with code `connectFailed`.
    init(address: String, queue: DispatchQueue, notify: @escaping @Sendable (BusEvent) -> Void) throws(DBusError) {
        self.queue = queue
        self.notify = notify
        var error = CDBus.DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        guard let handle = dbus_connection_open_private(address, &error) else {
            throw DBusError(
                code: .connectFailed,
                errorName: error.name.map { String(cString: $0) },
                message: "The bus cannot be reached (is dbus running?): "
                    + (error.message.map { String(cString: $0) } ?? "no reason given")
            )
        }
        self.handle = handle
        // libdbus would exit the process when a bus connection is lost.
        dbus_connection_set_exit_on_disconnect(handle, 0)
    }

    /// Starts watching descriptors and timeouts.
    ///
    /// - Throws: ``DBusError`` with code `outOfMemory`.
    func activate() throws(DBusError) {
        // Unretained: libdbus calls back only during calls made by self, and `close` removes the functions.
        let context = Unmanaged.passUnretained(self).toOpaque()
        let watching = dbus_connection_set_watch_functions(
            handle,
            { watch, context in BusLink.from(context)?.add(watch: watch) ?? 0 },
            { watch, context in BusLink.from(context)?.remove(watch: watch) },
            { watch, context in BusLink.from(context)?.follow(watch: watch) },
            context,
            nil
        )
        let timing = dbus_connection_set_timeout_functions(
            handle,
            { timeout, context in BusLink.from(context)?.add(timeout: timeout) ?? 0 },
            { timeout, context in BusLink.from(context)?.remove(timeout: timeout) },
            { timeout, context in BusLink.from(context)?.follow(timeout: timeout) },
            context,
            nil
        )
        guard watching != 0, timing != 0 else {
            throw DBusError(code: .outOfMemory, message: "Not enough memory for libdbus's event sources.")
        }
    }

    /// Whether the transport is still connected.
    var isConnected: Bool { !isClosed && dbus_connection_get_is_connected(handle) != 0 }

    /// The number of bytes waiting to be written.
    var outgoingBytes: Int { isClosed ? 0 : Int(dbus_connection_get_outgoing_size(handle)) }

    /// Lets libdbus handle a ready descriptor or a due timeout; ignores events of removed sources.
    func handle(_ event: BusEvent) {
        guard !isClosed else { return }
        switch event {
        case .watch(let id, let flags):
            guard let watch = watches[id] else { return }
            dbus_watch_handle(watch.pointer, flags)
        case .timeout(let id):
            guard let timeout = timeouts[id] else { return }
            dbus_timeout_handle(timeout.pointer)
        }
    }

    /// Stops or resumes reading; stopping does nothing while bytes are unread.
    ///
    /// - Returns: Whether the link rests now.
    func rest(_ rests: Bool) -> Bool {
        let readers = watches.values.filter(\.reads)
        guard !rests || readers.allSatisfy({ !$0.hasUnread }) else { return false }
        for reader in readers { reader.isResting = rests }
        return rests
    }

    /// Removes the next received message from the queue; nil if there is none.
    func pop(ordinal: UInt64) -> PoppedMessage? {
        guard !isClosed, let message = dbus_connection_pop_message(handle) else { return nil }
        defer { dbus_message_unref(message) }
        return MessageDecoder.decode(message, ordinal: ordinal).map(PoppedMessage.message) ?? .unknown
    }

    /// Sends a message and returns its serial.
    ///
    /// - Throws: ``DBusError`` with code `invalidArgument`, `tooLarge`, `busy`, `disconnected` or `outOfMemory`.
    func send(_ outgoing: OutgoingMessage) throws(DBusError) -> UInt32 {
        guard isConnected else {
            throw DBusError(code: .disconnected, message: "The bus is unavailable; try again later.")
        }
        guard outgoingBytes < DBusLimits.outgoingBytes else {
            throw DBusError(code: .busy, message: "Too many messages are queued for the bus; try again later.")
        }
        let message = try MessageEncoder.encode(outgoing)
        defer { dbus_message_unref(message) }
        var serial: UInt32 = 0
        guard dbus_connection_send(handle, message, &serial) != 0 else {
            throw DBusError(code: .outOfMemory, message: "Not enough memory to send a message.")
        }
        return serial
    }

    /// Closes the connection and its event sources; may be called twice.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        // libdbus first removes each watch and timeout through the old functions.
        dbus_connection_set_watch_functions(handle, nil, nil, nil, nil, nil)
        dbus_connection_set_timeout_functions(handle, nil, nil, nil, nil, nil)
        for watch in watches.values { watch.cancel() }
        for timeout in timeouts.values { timeout.cancel() }
        watches = [:]
        timeouts = [:]
        dbus_connection_close(handle)
        dbus_connection_unref(handle)
    }

    func nextID() -> Int {
        lastID += 1
        return lastID
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> BusLink? {
        context.map { Unmanaged<BusLink>.fromOpaque($0).takeUnretainedValue() }
    }

    deinit { close() }
}

/// The functions through which libdbus adds and removes its watches and timeouts.
extension BusLink {
    func add(watch pointer: OpaquePointer?) -> dbus_bool_t {
        guard let pointer else { return 0 }
        let id = nextID()
        let watch = BusWatch(pointer, queue: queue) { [notify] flags in notify(.watch(id, flags)) }
        guard let watch else { return 0 }
        watches[id] = watch
        watch.followEnabled()
        return 1
    }

    func remove(watch pointer: OpaquePointer?) {
        for (id, watch) in watches where watch.pointer == pointer {
            watch.cancel()
            watches[id] = nil
        }
    }

    func follow(watch pointer: OpaquePointer?) {
        watches.values.first { $0.pointer == pointer }?.followEnabled()
    }

    func add(timeout pointer: OpaquePointer?) -> dbus_bool_t {
        guard let pointer else { return 0 }
        let id = nextID()
        let timeout = BusTimeout(pointer, queue: queue) { [notify] in notify(.timeout(id)) }
        timeouts[id] = timeout
        timeout.followEnabled()
        return 1
    }

    func remove(timeout pointer: OpaquePointer?) {
        for (id, timeout) in timeouts where timeout.pointer == pointer {
            timeout.cancel()
            timeouts[id] = nil
        }
    }

    func follow(timeout pointer: OpaquePointer?) {
        timeouts.values.first { $0.pointer == pointer }?.followEnabled()
    }
}

/// An event of a ``BusLink``'s sources, identified by the number that the link gave the source.
enum BusEvent: Sendable {
    /// The descriptor of a watch is ready, with libdbus's flags.
    case watch(Int, UInt32)
    /// A timeout has elapsed.
    case timeout(Int)
}
