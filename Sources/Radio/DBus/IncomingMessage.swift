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
