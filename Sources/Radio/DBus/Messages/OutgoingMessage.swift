/// A message to send, as plain values.
struct OutgoingMessage {
    var kind: MessageKind
    var destination: String?
    var path: DBusObjectPath?
    var interface: String?
    var member: String?
    var errorName: String?
    var replySerial: UInt32 = 0
    var expectsReply = false
    var body: [DBusValue] = []

    static func call(
        _ destination: String,
        _ path: DBusObjectPath,
        _ interface: String,
        _ member: String,
        _ body: [DBusValue]
    ) -> OutgoingMessage {
        OutgoingMessage(
            kind: .methodCall,
            destination: destination,
            path: path,
            interface: interface,
            member: member,
            expectsReply: true,
            body: body
        )
    }

    /// A call to the bus itself.
    static func bus(_ member: String, _ body: [DBusValue] = []) -> OutgoingMessage {
        call(BusName.bus, BusName.busPath, BusName.bus, member, body)
    }

    /// Checks every name and value by the D-Bus rules.
    func check() throws(DBusError) {
        if let destination { try NameCheck.requireBusName(destination) }
        if let path { try NameCheck.requireObjectPath(path) }
        if let interface { try NameCheck.requireInterface(interface) }
        if let member { try NameCheck.requireMember(member) }
        if let errorName { try NameCheck.require(NameCheck.isErrorName(errorName), "error name") }
        try ValueCheck.check(body)
    }
}

/// A message that came in, copied out of libdbus.
struct IncomingMessage: Sendable {
    let kind: MessageKind
    /// Its place in the order in which this connection received messages.
    let ordinal: UInt64
    let serial: UInt32
    let replySerial: UInt32
    let expectsReply: Bool
    let sender: String?
    let path: DBusObjectPath?
    let interface: String?
    let member: String?
    let errorName: String?
    /// The arguments, or why they could not be read.
    let body: Result<[DBusValue], DBusError>
}

/// What ``BusLink`` took from its queue.
enum PoppedMessage {
    case message(IncomingMessage)
    /// A message of a type that the protocol does not know; the specification says to ignore it.
    case unknown
}

/// The four message types of the D-Bus protocol, by their wire numbers.
enum MessageKind: Int32 {
    case methodCall = 1
    case methodReturn = 2
    case error = 3
    case signal = 4
}

/// A method call that a peer made on an exported object.
public struct DBusMethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: String
    /// The object that was called.
    public let path: DBusObjectPath
    /// The method's interface.
    public let interface: String
    /// The method.
    public let member: String
    /// The arguments, of exactly the types that the method declares.
    public let arguments: [DBusValue]
}

/// A reply with its place in the order of what came in.
public struct DBusReply: Hashable, Sendable {
    /// The reply's arguments.
    public let arguments: [DBusValue]
    /// Comparable with ``DBusSignal/ordinal``: signals with a lower number came before the reply.
    public let ordinal: UInt64
}
