internal import CDBus
internal import Dispatch

/// One private libdbus connection with its watches and timeouts.
///
/// It belongs to one actor and is used on that actor's queue only; libdbus calls back only inside calls made there.
final class BusLink {
    let queue: DispatchQueue
    /// Tells the owner of an event; the owner calls ``handle(_:)`` on its queue.
    let notify: @Sendable (BusEvent) -> Void
    var watches: [Int: BusWatch] = [:]
    var timeouts: [Int: BusTimeout] = [:]
    private let handle: OpaquePointer
    private var lastID = 0
    private var isClosed = false

    /// Opens a private connection.
    ///
    /// It is authenticated later, while events are handled.
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
        // A lost bus must never end the process, which is what libdbus does for shared connections.
        dbus_connection_set_exit_on_disconnect(handle, 0)
    }

    /// Starts the watches and timeouts.
    ///
    /// - Throws: ``DBusError`` with code `outOfMemory`.
    func activate() throws(DBusError) {
        // Unretained: libdbus calls back inside calls made by self, and `close` takes the functions away.
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
            throw DBusError(code: .outOfMemory, message: "libdbus has no memory for its event sources.")
        }
    }

    /// Whether the transport still stands.
    var isConnected: Bool { !isClosed && dbus_connection_get_is_connected(handle) != 0 }

    /// Bytes that wait to be written.
    var outgoingBytes: Int { isClosed ? 0 : Int(dbus_connection_get_outgoing_size(handle)) }

    /// Lets libdbus read, write or time out.
    ///
    /// Events of removed sources do nothing.
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

    /// Takes the next message that came in.
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
            throw DBusError(code: .disconnected, message: "The bus went away; try again when it is back.")
        }
        guard outgoingBytes < DBusLimits.outgoingBytes else {
            throw DBusError(code: .busy, message: "Too much waits to be sent to the bus; try again later.")
        }
        let message = try MessageEncoder.encode(outgoing)
        defer { dbus_message_unref(message) }
        var serial: UInt32 = 0
        guard dbus_connection_send(handle, message, &serial) != 0 else {
            throw DBusError(code: .outOfMemory, message: "libdbus has no memory to send.")
        }
        return serial
    }

    /// Ends the connection and its event sources.
    ///
    /// Safe to call twice.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        // libdbus removes each watch and timeout by the old functions first.
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

/// The functions that libdbus calls to have its descriptors watched and its timeouts kept.
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

/// What the event sources of a ``BusLink`` tell its owner, by the link's own numbers.
enum BusEvent: Sendable {
    /// A watch's descriptor is ready, with libdbus's flags.
    case watch(Int, UInt32)
    /// A timeout is due.
    case timeout(Int)
}
