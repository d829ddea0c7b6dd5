internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus device pair`.
struct DevicePair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair a device that is in range and assign it to a seat.",
        usage: """
            vitalbus device pair <device> <peripheral> [<options>]
            vitalbus device pair <peripheral> --photo <image> [<options>]
            """,
        discussion: """
            If the device shows a code, the terminal asks for it. Without a terminal, 'vitalbus device passkey' answers.

            With --photo the code on the device's label selects the device, by address or serial number. No other device is \
            paired, whatever its name. A key in the photo is stored at the hub, as by 'vitalbus device key'.

            A scale for several people creates a user for the seat. With --user-index and that user's PIN the seat takes over an \
            existing one. Many scales measure body composition only if they know the person's birth date, sex and height.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The device: its UUID, the start of the UUID, or words of its name; may be left out with --photo.")
    var device: String
    @Argument(help: "The peripheral ID, or words of the model's name.") var peripheral: String?
    @Option(help: ArgumentHelp("A photo of the QR code or barcode on the device's label.", valueName: "image"))
    var photo: String?
    @Option(help: ArgumentHelp("The seat to assign the device to.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("The device's own user index.", valueName: "n")) var userIndex: Int?
    @OptionGroup var user: ScaleUserOptions
    @Flag(help: "Print the pairing as JSON.") var json = false

    func validate() throws {
        _ = try wanted
        try user.check(seat: seat, userIndex: userIndex)
    }

    /// The device, if named, and the peripheral.
    private var wanted: (device: String?, peripheral: String) {
        get throws {
            if let peripheral { return (device, peripheral) }
            guard photo != nil else {
                throw ValidationError("name a device and a peripheral, or a peripheral and the label's --photo")
            }
            return (nil, device)
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        if let seat { try BusAddress.check(seat, as: "seat") }
        let label = try photo.map { try LabelPhoto($0, displays: environment.displays()) }
        let (name, model) = try wanted
        let (pin, person) = (try user.pin(in: environment), try user.person(in: environment))
        let paired = try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            // Checked first, so that a missing seat is reported before the device is touched.
            let seat = try await resolver.seat(ifNamed: seat)
            let peripheral = try await resolver.peripheral(ifUnsure: model)
            let named = try await resolver.device(ifNamed: name)
            let body = PairPeripheral(
                device: try await Self.device(
                    named,
                    label: label,
                    peripheral: peripheral,
                    place: hub,
                    over: connection
                ),
                peripheralID: peripheral,
                seat: seat,
                userIndex: userIndex,
                pin: pin,
                person: person
            )
            let questions = try await connection.client.subscribe(
                to: [ReaderTopics.passkeyRequested.descriptor],
                hub: hub.hub
            )
            defer { questions.cancel() }
            let paired = try await Self.pair(
                body,
                over: connection,
                hub: hub.hub,
                questions: questions,
                in: environment
            )
            if let key = label?.encryptionKey { try await Self.store(key, paired: paired, over: connection) }
            return paired
        }
        json ? try environment.json(paired) : environment.out(Self.words(paired))
        guard let seat = paired.seat, paired.assigned != true else { return }
        throw CommandFailure(
            "notAssigned",
            message:
                "the session manager has not answered yet; it will assign device \(paired.device) to seat \(seat) later. 'vitalbus "
                + "device list' then shows it",
            exitCode: 75,
            isRetriable: true
        )
    }

    private static func device(
        _ named: DeviceID?,
        label: LabelPhoto?,
        peripheral: Int,
        place: HubPlace,
        over connection: HubConnection
    ) async throws -> DeviceID {
        if let label {
            return try await label.device(named: named, peripheral: peripheral, place: place, over: connection)
        }
        guard let named else { throw CommandFailure.input("name the device to pair") }
        return named
    }

    /// Stored under the permanent address, which pairing may have revealed.
    private static func store(_ key: String, paired: PeripheralPaired, over connection: HubConnection) async throws {
        let body = StorePeripheralData(
            device: paired.device,
            peripheralID: paired.peripheralID,
            encryptionKey: key
        )
        do {
            _ = try await connection.requests.call(ReaderTopics.storePeripheralData, hub: paired.hub, body: body)
        } catch let error as BusError {
            throw CommandFailure(
                error.code.rawValue,
                message:
                    "device \(paired.device) is paired, but its key was not stored: \(error.message); 'vitalbus device key "
                    + "\(paired.device) \(paired.peripheralID) --photo ...' stores it",
                exitCode: CommandFailure.exitCode(error),
                isRetriable: error.isRetriable
            )
        }
    }

    private static func words(_ paired: PeripheralPaired) -> String {
        let words = "device \(paired.device) is paired"
        guard let seat = paired.seat, paired.assigned == true else { return words }
        return words + " and assigned to seat \(seat)"
    }

    private static func pair(
        _ body: PairPeripheral,
        over connection: HubConnection,
        hub: String,
        questions: BusSubscription,
        in environment: CommandEnvironment
    ) async throws -> PeripheralPaired {
        await connection.requests.expectReadings(for: body.seat, at: hub)
        return try await withThrowingTaskGroup(of: PeripheralPaired?.self) { group in
            group.addTask {
                try await connection.requests.call(
                    ReaderTopics.pairPeripheral,
                    hub: hub,
                    body: body,
                    timeout: .seconds(180)
                )
            }
            group.addTask {
                for await message in questions {
                    // Absent is nil: another message is not a question.
                    guard let asked = try? Envelope<PasskeyRequested>.decode(message.payload).data,
                        asked.device == body.device, let answer = answer(asked, in: environment)
                    else { continue }
                    do {
                        _ = try await connection.requests.call(ReaderTopics.answerPasskey, hub: hub, body: answer)
                    } catch let error as BusError {
                        environment.err("\(error.message); answer with: vitalbus device passkey \(asked.request)")
                    }
                }
                return nil
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }

    /// A person's answer at the terminal; nil if none is needed, or there is no terminal.
    private static func answer(_ asked: PasskeyRequested, in environment: CommandEnvironment) -> AnswerPasskey? {
        let digits = asked.digits ?? ""
        switch asked.kind {
        case .show:
            environment.err("type \(digits) into the device")
            return nil
        case .confirm:
            guard let text = environment.ask("does the device show \(digits)?") else { break }
            return AnswerPasskey(request: asked.request, accept: ["y", "yes"].contains(text.lowercased()))
        default:
            guard let text = environment.read("the six digits that the device shows:") else { break }
            return AnswerPasskey(request: asked.request, passkey: text.filter { !$0.isWhitespace })
        }
        environment.err("answer with: vitalbus device passkey \(asked.request) ...")
        return nil
    }
}

/// The command `vitalbus device cancel`.
struct DeviceCancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "Cancel a requested reading or pairing."
    )

    @OptionGroup var place: HubOptions

    func run() async throws {
        try await place.connect { connection, hub in
            _ = try await connection.requests.call(ReaderTopics.cancel, hub: hub.hub, body: CancelWork())
        }
        CommandEnvironment.current.out("cancelled")
    }
}
