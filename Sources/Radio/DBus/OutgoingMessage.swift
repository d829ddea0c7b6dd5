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
