/// The four message types of the D-Bus protocol, by their wire numbers.
enum MessageKind: Int32 {
    case methodCall = 1
    case methodReturn = 2
    case error = 3
    case signal = 4
}
