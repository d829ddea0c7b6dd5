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
                message: "the device sent no reading; measure, and keep it near the hub until it has sent"
            )
        case .partial(.silence), .partial(.tooLong):
            self.init("readingTimeout", message: "the device stopped sending before it was done; it is tried again")
        case .failed(.silent):
            self.init(
                "readingTimeout",
                message:
                    "the device is connected and does not answer; switch it off and on, or take out its batteries for a moment"
            )
        case .partial(.linkLost), .failed(.linkLost):
            self.init("connection", message: "the link to the device was lost; bring it nearer to the hub")
        case .partial, .failed(.busy), .failed(.notSubscribed):
            self.init("communication", message: "the device did not do what it was asked; it is tried again")
        case .failed(.notPaired):
            self.init("notPaired", message: "the device wants to be paired first", isRetriable: false)
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
                ? "no user of the scale is registered here: pair it for a seat, which registers one"
                : "the scale no longer knows user \(lost), as after its batteries were out: pair it for the seat again",
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
                    "the scale rejects this PIN for its user \(user). Look up the user's number and PIN at the scale or in its maker's app, and pair it again",
                isRetriable: false
            )
        case .locked:
            self.init(
                Self.wrongPIN,
                message:
                    "the scale accepts no PIN for now, as after several wrong ones. Take its batteries out for a moment, look the PIN up, and pair it again",
                isRetriable: false
            )
        case .unanswered: self = .unanswered
        }
    }

    /// The failure for a scale that did not answer during a pairing.
    static let unanswered = ReadFailure(
        noUser,
        message: "the scale did not answer when it was asked for its user: pair it again, near the hub"
    )

    /// The failure for a takeover on a device that has no users.
    static let hasNoUsers = ReadFailure(
        noUser,
        message: "the device has no users that a PIN takes over: pair it without pin and userIndex",
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
