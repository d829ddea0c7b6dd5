internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import MessageBus

/// The PIN and person of a scale's user.
///
/// Neither is an argument, because every user of the machine could read it.
struct ScaleUserOptions: ParsableArguments {
    @Flag(
        help: """
            Take over the scale's user --user-index. Its PIN is read hidden from the terminal, or from standard input.
            """
    )
    var takeOver = false
    @Option(help: ArgumentHelp("Like --take-over, with the PIN in a file with mode 0600.", valueName: "file"))
    var pinFile: String?
    @Flag(help: "Ask at the terminal for the person's data that a scale needs: birth date, sex, height.")
    var person = false
    @Option(
        help: ArgumentHelp(
            #"As --person, from a JSON file of mode 0600: {"birthDate": "1958-03-14", "sex": "female", "height": 164}."#,
            valueName: "file"
        )
    )
    var personFile: String?

    /// Checks the options before asking any question.
    func check(seat: String?, userIndex: Int?) throws {
        let takesOver = takeOver || pinFile != nil
        guard !takesOver || (seat != nil && userIndex != nil) else {
            throw ValidationError("to take over a scale's user, give --user-index and --seat")
        }
        guard !(person || personFile != nil) || seat != nil else {
            throw ValidationError("a person's data for a scale need the person's --seat")
        }
    }

    /// The PIN; nil unless a user is taken over.
    func pin(in environment: CommandEnvironment) throws -> String? {
        guard takeOver || pinFile != nil else { return nil }
        let bytes: [UInt8]
        if let pinFile {
            bytes = try InputFile.secret(pinFile)
        } else if let typed = try environment.secret("PIN of the scale's user (not shown):", 16) {
            bytes = typed
        } else {
            bytes = try environment.input(16)
        }
        let text = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
        guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw CommandFailure.input("a scale's PIN is 1 to 4 digits, by --pin-file, the terminal or standard input")
        }
        return text
    }

    /// The person; nil if none was given.
    func person(in environment: CommandEnvironment) throws -> ScalePerson? {
        if let personFile {
            let bytes = try InputFile.secret(personFile)
            do {
                return try WireJSON.decode(ScalePerson.self, from: bytes)
            } catch {
                throw CommandFailure.input(
                    #"\#(personFile) is not as {"birthDate": "1958-03-14", "sex": "female", "height": 164}"#
                )
            }
        }
        guard person else { return nil }
        guard let date = environment.read("birth date, as 1958-03-14 (empty: not given):"),
            let sex = environment.read("sex: female, male or unspecified (empty: not given):"),
            let height = environment.read("height in cm (empty: not given):")
        else {
            throw CommandFailure.input("there is no terminal to ask on: give the person's data with --person-file")
        }
        return try Self.person(birthDate: date, sex: sex, height: height)
    }

    private static func person(birthDate: String, sex: String, height: String) throws -> ScalePerson {
        func said(_ text: String) -> String? {
            let words = text.filter { !$0.isWhitespace }
            return words.isEmpty ? nil : words
        }
        let tall = try said(height).map { text in
            guard let number = Int(text) else {
                throw CommandFailure.input("the height is a whole number of centimetres")
            }
            return number
        }
        return ScalePerson(
            birthDate: said(birthDate),
            sex: said(sex).map { ScaleSex(rawValue: $0.lowercased()) },
            height: tall
        )
    }
}
