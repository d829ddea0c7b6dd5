internal import ArgumentParser
internal import DisplayAccess
internal import DisplayPeripherals

/// The command `vitalbus scan`.
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Read QR codes and barcodes from photos.",
        discussion: """
            Prints one line of JSON for each image: all codes with their texts and corners. With --key it finds a \
            meter's 32-digit encryption key, with --label a device's address, name and serial number. If the code is \
            something else, the output says what it is. It needs no hub.
            """
    )

    @Argument(help: ArgumentHelp("The photos.", valueName: "image")) var images: [String]
    @Flag(help: "Treat the code as a meter's encryption key, in the form for 'vitalbus device key'.") var key = false
    @Flag(help: "Treat the code as a device's label.") var label = false
    @Flag(help: "Print lines of JSON. This is the default.") var json = false

    func validate() throws {
        guard !(key && label) else { throw ValidationError("give --key or --label, not both") }
    }

    func run() throws {
        let environment = CommandEnvironment.current
        let displays = try environment.displays()
        var unread = 0
        for image in images {
            let line = scan(image, displays: displays)
            if line.refused != nil { unread += 1 }
            try environment.json(line)
        }
        guard unread > 0 else { return }
        try InputFile.check(images)
        let what = key ? "did not show a key" : label ? "did not show a label" : "did not show a code"
        throw CommandFailure("noCode", message: "\(unread) of \(images.count) photos \(what)", exitCode: 65)
    }

    private func scan(_ image: String, displays: any DisplayLibraries) -> ScanLine {
        do {
            let codes = try displays.codes(inPhoto: image)
            if key { return ScanLine(file: image, encryptionKey: try CodeReading.encryptionKey(codes.onlyText())) }
            if label { return ScanLine(file: image, label: try CodeReading.label(codes.onlyText())) }
            guard !codes.isEmpty else {
                throw CodeFault(.noCode, message: "no code found: hold it flat, close and without reflections")
            }
            return ScanLine(file: image, codes: codes)
        } catch let error as CodeFault {
            return ScanLine(file: image, reason: error.reason.rawValue, message: error.message)
        } catch let error as PhotoFault {
            return ScanLine(file: image, reason: error.code, message: error.message)
        } catch {
            return ScanLine(file: image, reason: "unreadable", message: "\(image) cannot be read")
        }
    }
}

/// The codes in a file as one JSON object.
struct ScanLine: Encodable {
    /// The reason why nothing was read.
    struct Refused: Encodable {
        let reason: String
        let message: String
    }

    /// The content of a device's label.
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

extension [ScannedCode] {
    /// The texts of the codes.
    var texts: [String] { map { $0.text ?? "" } }

    /// The text of the only code.
    func onlyText() throws(CodeFault) -> String { try CodeReading.only(texts) }
}
