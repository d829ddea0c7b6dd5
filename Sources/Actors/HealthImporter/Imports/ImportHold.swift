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
            self.init("anotherPersonsFile", message: "this very file was imported for another person: take it away")
        case .namesAnother:
            self.init("anotherPerson", message: "the export names another person than this person's first one did")
        case .namedForAnother:
            self.init("anotherPerson", message: "the export names the person of another session's exports")
        }
    }

    /// The hold for a file older than the person's session.
    static let beforeSession = ImportHold(
        "cameBeforeSession",
        message: "the file came before this person's session, at a seat that had another person"
    )

    private init(_ code: String, message: String) {
        self.code = code
        self.message = message + "; if it is this person's all the same: vitalbus import FILE --confirm-person"
    }

    /// The error as sent over the bus.
    var fault: WireFault { WireFault(code: code, message: message, retriable: false) }
}
