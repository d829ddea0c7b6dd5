/// A message to send.
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
        path: DBusObjectPath,
        interface: String,
        member: String,
        body: [DBusValue]
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
    static func bus(_ member: String, body: [DBusValue] = []) -> OutgoingMessage {
        call(BusName.bus, path: BusName.busPath, interface: BusName.bus, member: member, body: body)
    }

    /// Checks every name and value against the D-Bus rules.
    func check() throws(DBusError) {
        if let destination { try NameCheck.requireBusName(destination) }
        if let path { try NameCheck.requireObjectPath(path) }
        if let interface { try NameCheck.requireInterface(interface) }
        if let member { try NameCheck.requireMember(member) }
        if let errorName { try NameCheck.require(NameCheck.isErrorName(errorName), what: "error name") }
        try ValueCheck.check(body)
    }
}

/// A received message, copied out of libdbus.
struct IncomingMessage: Sendable {
    let kind: MessageKind
    /// The position of the message among all messages received on this connection.
    let ordinal: UInt64
    let serial: UInt32
    let replySerial: UInt32
    let expectsReply: Bool
    let sender: String?
    let path: DBusObjectPath?
    let interface: String?
    let member: String?
    let errorName: String?
    /// The arguments, or the error in decoding them.
    let body: Result<[DBusValue], DBusError>
}

/// A message removed from a ``BusLink``'s queue.
enum PoppedMessage {
    case message(IncomingMessage)
    /// A message of an undefined type, which the specification says to ignore.
    case unknown
}

/// The four message types of the D-Bus protocol, by their wire numbers.
enum MessageKind: Int32 {
    case methodCall = 1
    case methodReturn = 2
    case error = 3
    case signal = 4
}

/// A method call by a peer on an exported object.
public struct DBusMethodCall: Hashable, Sendable {
    /// The caller's unique name.
    public let sender: String
    /// The path of the called object.
    public let path: DBusObjectPath
    /// The interface of the method.
    public let interface: String
    /// The name of the method.
    public let member: String
    /// The arguments, which have exactly the declared types.
    public let arguments: [DBusValue]
}

/// A reply with its position among the received messages.
public struct DBusReply: Hashable, Sendable {
    /// The arguments of the reply.
    public let arguments: [DBusValue]
    /// The position, comparable with ``DBusSignal/ordinal``: signals with a lower ordinal preceded the reply.
    public let ordinal: UInt64
}
