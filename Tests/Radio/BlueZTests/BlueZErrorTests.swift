import BlueZ
import DBus
import Testing

@Suite struct BlueZErrorTests {
    static let cases: [(String, String, BlueZError.Code)] = [
        ("org.freedesktop.DBus.Error.ServiceUnknown", "The name org.bluez was not provided", .serviceNotRunning),
        ("org.freedesktop.DBus.Error.NoReply", "Message recipient disconnected", .serviceNotRunning),
        ("org.freedesktop.DBus.Error.AccessDenied", "Rejected send message", .accessDenied),
        ("org.freedesktop.DBus.Error.UnknownObject", "Method \"Connect\" doesn't exist", .deviceGone),
        ("org.bluez.Error.NotReady", "Resource Not Ready", .adapterPoweredOff),
        ("org.bluez.Error.InProgress", "Operation already in progress", .inProgress),
        ("org.bluez.Error.Failed", "Operation already in progress", .inProgress),
        ("org.bluez.Error.Failed", "le-connection-abort-by-local", .connectFailed),
        ("org.bluez.Error.Failed", "br-connection-canceled", .connectFailed),
        ("org.bluez.Error.Failed", "Operation failed with ATT error: 0x80", .attError),
        ("org.bluez.Error.Failed", "No discovery started", .failed),
        ("org.bluez.Error.NotPermitted", "Not paired", .notPaired),
        ("org.bluez.Error.NotPermitted", "Write not permitted", .notPermitted),
        ("org.bluez.Error.AuthenticationFailed", "Authentication Failed", .pairingFailed),
        ("org.bluez.Error.AuthenticationCanceled", "Authentication Canceled", .pairingFailed),
        ("org.bluez.Error.DoesNotExist", "Does Not Exist", .deviceGone),
        ("org.bluez.Error.Something.New", "?", .failed),
    ]

    @Test(arguments: cases)
    func remoteErrorsBecomeReasons(_ name: String, _ text: String, _ code: BlueZError.Code) {
        let error = BlueZError(DBusError.remote(name, message: text))
        #expect(error.code == code)
        #expect(error.detail == text)
        #expect(error.underlying?.errorName == name)
    }

    @Test func attCodesAreRead() {
        let error = BlueZError(.remote("org.bluez.Error.Failed", message: "Operation failed with ATT error: 0xfe"))
        #expect(error.attCode == 0xFE)
        #expect(BlueZError(.remote("org.bluez.Error.Failed", message: "ATT error: 0x")).attCode == nil)
        #expect(BlueZError(.remote("org.bluez.Error.Failed", message: "ATT error: 0xzz")).code == .failed)
    }

    /// A device that wants encryption first answers with bare ATT codes; the link is not broken.
    @Test(arguments: ["05", "08", "0c", "0f"]) func aDeviceThatWantsEncryptionIsNotPaired(code: String) {
        let error = BlueZError(
            .remote("org.bluez.Error.Failed", message: "Operation failed with ATT error: 0x\(code)")
        )
        #expect(error.code == .notPaired && !error.isRetriable)
        #expect(error.message == "The device must be paired first.")
        let busy = BlueZError(.remote("org.bluez.Error.Failed", message: "Operation failed with ATT error: 0x80"))
        #expect(busy.code == .attError)
    }

    @Test func reasonsThatPassAreRetriable() {
        #expect(BlueZError(.remote("org.bluez.Error.Failed", message: "le-connection-timeout")).isRetriable)
        #expect(!BlueZError(.remote("org.bluez.Error.NotPermitted", message: "Not paired")).isRetriable)
        #expect(!BlueZError(.remote("org.freedesktop.DBus.Error.AccessDenied", message: "")).isRetriable)
    }
}
