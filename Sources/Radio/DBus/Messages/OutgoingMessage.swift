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

    /// The answer to a call; of an error, it passes on only a handler's ``DBusError/remote(_:message:)``.
    static func answer(to call: IncomingMessage, with result: Result<[DBusValue], any Error>) -> OutgoingMessage {
        var answer = OutgoingMessage(kind: .methodReturn, destination: call.sender, replySerial: call.serial)
        switch result {
        case .success(let values): answer.body = values
        case .failure(let error):
            answer.kind = .error
            let known = (error as? DBusError).flatMap { $0.code == .remote ? $0 : nil }
            let name = known?.errorName ?? DBusErrorName.failed
            let text = known?.message ?? "The call failed."
            answer.errorName = NameCheck.isErrorName(name) ? name : DBusErrorName.failed
            answer.body = [.string(NameCheck.isText(text) ? text : "The call failed.")]
        }
        return answer
    }

    /// Checks every name and value against the D-Bus rules.
    func check() throws(DBusError) {
        if let destination { try NameCheck.requireBusName(destination) }
        if let path { try NameCheck.requireObjectPath(path) }
        if let interface { try NameCheck.requireInterface(interface) }
        if let member { try NameCheck.requireMember(member) }
        if let errorName { try NameCheck.require(NameCheck.isErrorName(errorName), what: "error name") }
        try BodyCheck.check(body)
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

    /// Whether the arguments could be read.
    var isWhole: Bool {
        if case .success = body { true } else { false }
    }

    /// The message as a signal, without arguments if they cannot be read; nil for libdbus's local ones about the link.
    var signal: DBusSignal? {
        guard let sender, let path, let interface, let member, interface != BusName.local else { return nil }
        let arguments: [DBusValue] =
            switch body {
            case .success(let values): values
            case .failure: []
            }
        return DBusSignal(
            sender: sender,
            path: path,
            interface: interface,
            member: member,
            arguments: arguments,
            ordinal: ordinal
        )
    }

    /// The message as the result of a call.
    var result: Result<DBusReply, any Error> {
        switch (kind, body) {
        case (.error, .success(let values)):
            .failure(remote(values.first?.string ?? "No reason was given."))
        case (.error, .failure): .failure(remote("The reason is unreadable."))
        case (_, .success(let values)): .success(DBusReply(arguments: values, ordinal: ordinal))
        case (_, .failure(let error)): .failure(error)
        }
    }

    private func remote(_ reason: String) -> DBusError {
        .remote(errorName ?? DBusErrorName.failed, message: reason)
    }
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
