internal import ArgumentParser
internal import BusContract
internal import DisplayAccess
internal import DisplayPeripherals
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus device key`.
struct DeviceKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Store a device's encryption key at the hub.",
        discussion: """
            The device shows the key in its menu or as a QR code, 32 hexadecimal digits. It is read from standard \
            input, from the terminal or, with --photo, from a photo of the QR code. It is never on the command line, \
            which others can see.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The device: its UUID, the start of the UUID, or words of the name of the device or its model.")
    var device: String
    @Argument(help: "The peripheral ID, or words of the model's name.") var peripheral: String
    @Option(help: ArgumentHelp("A photo of the QR code with the key.", valueName: "image")) var photo: String?
    @Flag(help: "Print what is still missing as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let key = try photo.map { try Self.key(inPhoto: $0, in: environment) } ?? Self.typedKey(environment)
        let stored = try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            let body = StorePeripheralData(
                device: try await resolver.device(device),
                peripheralID: try await resolver.peripheral(peripheral),
                encryptionKey: key
            )
            return try await connection.requests.call(
                ReaderTopics.storePeripheralData,
                hub: hub.hub,
                body: body
            )
        }
        guard !json else { return try environment.json(stored) }
        environment.out("stored for device \(stored.device)")
        for part in stored.missing { environment.out("missing: \(part.message)") }
    }

    private static func typedKey(_ environment: CommandEnvironment) throws -> String {
        let typed = environment.read("the 32 digits:")
        let text = try typed ?? String(decoding: environment.input(256), as: UTF8.self)
        let key = text.filter { !$0.isWhitespace }
        guard !key.isEmpty else { throw CommandFailure.input("no key: write it to standard input") }
        return key
    }

    private static func key(inPhoto path: String, in environment: CommandEnvironment) throws -> String {
        try InputFile.check(path)
        let displays = try environment.displays()
        do {
            return try CodeReading.encryptionKey(displays.codes(inPhoto: path).onlyText())
        } catch let fault as CodeFault {
            throw CommandFailure.input("\(path): \(fault.message)")
        } catch let error as PhotoFault {
            throw CommandFailure.input(error.message)
        }
    }
}
