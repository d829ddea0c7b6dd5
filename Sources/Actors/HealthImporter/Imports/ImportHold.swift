internal import ImportStore
internal import MessageBus

/// Why an input is held: it may be another person's.
struct ImportHold: Error, Hashable {
    /// A stable word.
    let code: String
    /// What was seen, and the way out; never a name.
    let message: String

    /// Holds by what the store remembers; nil where it is this person's.
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

    /// A file that lay there before the person came.
    static let beforeSession = ImportHold(
        "cameBeforeSession",
        message: "the file came before this person's session, at a seat that had another person"
    )

    private init(_ code: String, message: String) {
        self.code = code
        self.message = message + "; if it is this person's all the same: vitalbus import FILE --confirm-person"
    }

    /// As it goes over the bus.
    var fault: WireFault { WireFault(code: code, message: message, retriable: false) }
}
