internal import ImportStore
internal import MessageBus

/// Why an input is held, because it may be another person's.
struct ImportHold: Error, Hashable {
    /// A stable code.
    let code: String
    /// The finding and the remedy; never contains a name.
    let message: String

    /// The hold that follows from the store's claim; nil if the input is this person's.
    init?(_ claim: ImportClaim) {
        switch claim {
        case .granted: return nil
        case .anotherPersonsFile:
            self.init("anotherPersonsFile", message: "this file was already imported for another person: remove it")
        case .namesAnother:
            self.init("anotherPerson", message: "the export names a different person than this person's first export")
        case .namedForAnother:
            self.init("anotherPerson", message: "the export names the person of another session's exports")
        }
    }

    /// The hold for a file older than the person's session.
    static let beforeSession = ImportHold(
        "cameBeforeSession",
        message: "the file arrived before this person's session, when the seat had another person"
    )

    /// The hold for a file in a folder whose files are an earlier person's.
    static func anotherPersonsFolder(_ seat: String) -> ImportHold {
        ImportHold(
            "anotherPersonsFolder",
            message: "the folder received files for an earlier person of this seat, whose phone may still fill it; "
                + "if it is this person's now: vitalbus health folders --seat \(seat) FOLDER"
        )
    }

    private init(_ code: String, message: String) {
        self.code = code
        self.message = message + "; if the file belongs to this person: vitalbus import FILE --confirm-person"
    }

    /// The error as sent over the bus.
    var fault: WireFault { WireFault(code: code, message: message, retriable: false) }
}
