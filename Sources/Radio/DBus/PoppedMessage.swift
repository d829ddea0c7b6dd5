/// What ``BusLink`` took from its queue.
enum PoppedMessage {
    case message(IncomingMessage)
    /// A message of a type that the protocol does not know; the specification says to ignore it.
    case unknown
}
