public import MessageBus

/// The codes of faults that `topics/` names; others may come, and are carried.
public enum FaultCodes {
    /// What any request may be answered with; `topics/README.md` has the same list.
    public static let answers: [BusError.Code] = [
        .notAuthorized, .unauthorized, .payloadTooLarge, .malformed, .unknownOperation, .deadlineExceeded, .busy,
        .notFound,
        .invalidArgument, .unusualValue, .conflict, .storeUnavailable, .noSpace, .snapshotExpired, .draining,
        .internalError,
    ]

    /// What was saved cannot be read, so nobody can work on it: it is settled as failed, and kept.
    public static let unreadableRow = "unreadableRow"

    /// What an actor says beside these, by the page that explains it.
    public static let own: [BusRole: [String]] = [
        .deviceReader: [
            "authKeyInvalid", "authKeyMissing", "cancelled", "driverMissing", "encryptionKeyMissing", "licenseMissing",
            "noReading", "noUser", "staleBond", "wrongPIN",
        ],
        .healthImporter: ["anotherPerson", "anotherPersonsFile", "cameBeforeSession", "severalPeople"],
        .ocrWorker: [unreadableRow],
        .sessionManager: [unreadableRow],
    ]

    /// All of them, in the order of the alphabet.
    public static let all: [String] = (answers.map(\.rawValue) + own.values.flatMap { $0 }).sorted()
}
