internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus device pair`.
struct DevicePair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair a device that is in sight, and assign it to a seat.",
        discussion: """
            A code that the device shows is asked for at the terminal. Without one, 'vitalbus device passkey' answers from \
            elsewhere.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The device's UUID, as 'vitalbus device nearby' shows it.") var device: String
    @Argument(help: "The peripheral ID.") var peripheral: Int
    @Option(help: ArgumentHelp("The seat whose device it becomes.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("The device's own user index.", valueName: "n")) var userIndex: Int?
    @Flag(help: "Print the pairing as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        if let seat { try BusAddress.check(seat, as: "seat") }
        let body = PairPeripheral(
            device: try DeviceCommand.device(device),
            peripheralID: peripheral,
            seat: seat,
            userIndex: userIndex
        )
        let paired = try await place.connect { connection, hub in
            let questions = try await connection.client.subscribe(
                to: [ReaderTopics.passkeyRequested.descriptor],
                hub: hub.target.address.hub
            )
            defer { questions.cancel() }
            return try await Self.pair(body, connection, hub.target.address.hub, questions, environment)
        }
        guard !json else { return try environment.json(paired) }
        environment.out("device \(paired.device) is paired" + Self.assigned(paired))
    }

    private static func assigned(_ paired: PeripheralPaired) -> String {
        guard let seat = paired.seat else { return "" }
        return paired.assigned == true
            ? " and makes the readings of seat \(seat)"
            : "; the session manager has not answered yet, seat \(seat) gets it when it does: see 'vitalbus device list'"
    }

    private static func pair(
        _ body: PairPeripheral,
        _ connection: HubConnection,
        _ hub: String,
        _ questions: BusSubscription,
        _ environment: CommandEnvironment
    ) async throws -> PeripheralPaired {
        try await withThrowingTaskGroup(of: PeripheralPaired?.self) { group in
            group.addTask {
                try await connection.requests.call(
                    ReaderTopics.pairPeripheral,
                    hub: hub,
                    body,
                    timeout: .seconds(180)
                )
            }
            group.addTask {
                for await message in questions {
                    guard let asked = try? Envelope<PasskeyRequested>.decode(message.payload).data,
                        asked.device == body.device, let answer = answer(asked, environment)
                    else { continue }
                    do {
                        _ = try await connection.requests.call(ReaderTopics.answerPasskey, hub: hub, answer)
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

    /// A person's answer at the terminal; nil where none is awaited, or nobody can be asked.
    private static func answer(_ asked: PasskeyRequested, _ environment: CommandEnvironment) -> AnswerPasskey? {
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
