internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus device passkey`.
struct DevicePasskey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkey",
        abstract: "Answer a pairing's question, as shown by 'vitalbus watch --type passkeyRequested'.",
        discussion:
            "Give the six digits that the device shows, or --same, or --no. Without digits they are read from the terminal."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The question's id.") var request: String
    @Argument(help: "The six digits.") var digits: String?
    @Flag(help: "The device shows the same digits.") var same = false
    @Flag(help: "The digits differ, or you do not want to pair the device.") var no = false

    func validate() throws {
        guard [digits != nil, same, no].count(where: { $0 }) <= 1 else {
            throw ValidationError("give the digits, --same or --no.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        var body = AnswerPasskey(request: request)
        if same || no {
            body.accept = same
        } else {
            guard let text = digits ?? environment.read("the six digits that the device shows:") else {
                throw CommandFailure.input("there is no terminal to ask on: give the digits, --same or --no")
            }
            body.passkey = text.filter { !$0.isWhitespace }
        }
        let answer = body
        try await place.connect { connection, hub in
            _ = try await connection.requests.call(
                ReaderTopics.answerPasskey,
                hub: hub.hub,
                body: answer
            )
        }
        environment.out("answered")
    }
}
