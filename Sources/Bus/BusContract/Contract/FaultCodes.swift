public import MessageBus

/// The fault codes that `topics/` lists.
///
/// Codes from newer versions are passed on unchanged.
public enum FaultCodes {
    /// Codes that any request can be answered with; `topics/README.md` has the same list.
    public static let answers: [BusError.Code] = [
        .notAuthorized, .unauthorized, .payloadTooLarge, .malformed, .unknownOperation, .deadlineExceeded, .busy,
        .notFound,
        .invalidArgument, .unusualValue, .conflict, .storeUnavailable, .noSpace, .snapshotExpired, .draining,
        .internalError,
    ]

    /// The stored data cannot be read, so the item is closed as failed and kept for inspection.
    public static let unreadableRow = "unreadableRow"

    /// The other codes of each actor, by the page that explains them.
    public static let own: [BusRole: [String]] = [
        .deviceReader: [
            "authKeyInvalid", "authKeyMissing", "cancelled", "driverMissing", "encryptionKeyMissing", "licenseMissing",
            "noReading", "noUser", "staleBond", "wrongPIN",
        ],
        .healthImporter: ["anotherPerson", "anotherPersonsFile", "cameBeforeSession", "severalPeople"],
        .ocrWorker: [unreadableRow],
        .sessionManager: [unreadableRow],
    ]

    /// All codes, in alphabetical order.
    public static let all: [String] = (answers.map(\.rawValue) + own.values.flatMap { $0 }).sorted()
}
