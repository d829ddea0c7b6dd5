internal import BusContract
internal import VitalRecords

/// Why a device was not read, with the mobile SDK's reason.
struct ReadFailure: Error, Sendable, Hashable {
    /// The SDK's reason.
    let code: String
    /// What happened and what to do about it.
    let message: String
    /// Whether a retry may succeed without a person's help.
    let isRetriable: Bool

    /// The failure for a procedure that ended without a reading.
    init(_ end: ProcedureEnd) {
        switch end {
        case .done, .noReading, .empty:
            self.init(
                "noReading",
                message: "the device sent no reading; measure, and keep it near the hub until it has sent the reading"
            )
        case .partial(.silence), .partial(.tooLong):
            self.init(
                "readingTimeout",
                message: "the device stopped sending before it finished; the hub will try again"
            )
        case .failed(.silent):
            self.init(
                "readingTimeout",
                message:
                    "the device is connected but does not answer; switch it off and on, or take out its batteries for a moment"
            )
        case .partial(.linkLost), .failed(.linkLost):
            self.init("connection", message: "the link to the device was lost; bring it nearer to the hub")
        case .partial, .failed(.busy), .failed(.notSubscribed):
            self.init("communication", message: "the device did not carry out a request; the hub will try again")
        case .failed(.notPaired):
            self.init("notPaired", message: "the device must be paired first", isRetriable: false)
        case .failed(.other(let text)): self.init("communication", message: text)
        case .stopped: self.init("cancelled", message: "the reading was stopped")
        }
    }

    /// The failure for a scale without a user who may be read.
    init(_ consents: ConsentProcedure.Finding) {
        let lost = consents.lost.sorted().map(String.init).joined(separator: ", ")
        self.init(
            Self.noUser,
            message: lost.isEmpty
                ? "no user of the scale is registered here: pair it for a seat to register one"
                : "the scale no longer knows user \(lost), perhaps because its batteries were removed: pair it for the seat again",
            isRetriable: false
        )
    }

    /// The failure for a pairing that obtained no user on a scale; nil if it obtained one.
    init?(_ ending: RegistrationProcedure.Ending) {
        switch ending {
        case .user: return nil
        case .noUser: self.init(ConsentProcedure.Finding(isNobodyStored: true))
        case .wrongPIN(let user):
            self.init(
                Self.wrongPIN,
                message:
                    "the scale rejects this PIN for its user \(user). Look up the user's number and PIN at the scale or in its manufacturer's app, and pair it again",
                isRetriable: false
            )
        case .locked:
            self.init(
                Self.wrongPIN,
                message:
                    "the scale does not accept a PIN for now, for example after several wrong ones. Remove its batteries for a moment, look up the PIN, and pair it again",
                isRetriable: false
            )
        case .unanswered: self = .unanswered
        }
    }

    /// The failure for a device that must be paired first, with the command that pairs it.
    static func notPaired(_ device: DeviceID, peripheralID: Int) -> ReadFailure {
        ReadFailure(
            ReaderFailure.notPaired.rawValue,
            message: """
                the device must be paired first: switch its pairing mode on and run 'vitalbus device pair \(device) \
                \(peripheralID)'
                """,
            isRetriable: false
        )
    }

    /// The failure for a scale that did not answer during a pairing.
    static let unanswered = ReadFailure(
        noUser,
        message: "the scale did not answer a request for its user: pair it again near the hub"
    )

    /// The failure for a takeover on a device that has no users.
    static let hasNoUsers = ReadFailure(
        noUser,
        message: "the device has no users with a PIN: pair it without pin and userIndex",
        isRetriable: false
    )

    /// The code for a PIN that a scale refuses.
    static let wrongPIN = "wrongPIN"
    /// The SDK's reason for a scale without a user known here.
    static let noUser = "noUser"

    private init(_ code: String, message: String, isRetriable: Bool = true) {
        self.code = code
        self.message = message
        self.isRetriable = isRetriable
    }
}
