import DBus

/// A call with one name that breaks the D-Bus rules.
struct BadCall: Sendable {
    var destination = "a.b"
    var path: DBusObjectPath = "/"
    var interface = "a.b"
    var member = "M"

    static let all = [
        BadCall(destination: "no dots"), BadCall(destination: "a..b"), BadCall(destination: ""),
        BadCall(destination: "a.b\0"), BadCall(destination: String(repeating: "a.", count: 200) + "a"),
        BadCall(path: "x"), BadCall(interface: "nodots"), BadCall(member: "1M"), BadCall(member: ""),
        BadCall(member: "M\0"),
    ]
}
