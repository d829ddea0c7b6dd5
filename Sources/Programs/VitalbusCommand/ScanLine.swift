internal import DisplayPeripherals
internal import Pixels
internal import ZBar

/// What the codes of a file hold, as one object of JSON.
struct ScanLine: Encodable {
    /// Why nothing was read.
    struct Refused: Encodable {
        let reason: String
        let message: String
    }

    /// What a device's label says.
    struct Label: Encodable {
        let address: String?
        let name: String?
        let serial: String?
    }

    let file: String
    var codes: [ScannedCode]?
    var encryptionKey: String?
    var label: Label?
    var refused: Refused?

    init(file: String, codes: [ScannedCode]) {
        self.file = file
        self.codes = codes
    }

    init(file: String, encryptionKey: String) {
        self.file = file
        self.encryptionKey = encryptionKey
    }

    init(file: String, label: DeviceLabel) {
        self.file = file
        self.label = Label(address: label.address, name: label.name, serial: label.serial)
    }

    init(file: String, reason: String, message: String) {
        self.file = file
        refused = Refused(reason: reason, message: message)
    }
}
