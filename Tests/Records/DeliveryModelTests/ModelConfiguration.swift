import DeliveryRules

/// The world to explore.
struct ModelConfiguration {
    /// A mistake that the product must not make: the explorer must find the promise it breaks.
    enum Mutation: String, CaseIterable {
        case ignoresLeaseBudget
        case forgetsLedger
        case grantsAgainOnLastWill
        case restartFreesLeases
        case ignoresDoubt
        case believesListsBesideDoubt
        case takesErrorForRefusal
        case believesSecondBusy
        case grantsNewRevisionBesideDoubt
        case keepsConnections
        case removesOnPuback
        case givesKeyToAnother
        case booksByArrival
        case deletesBesideDoubt
        case forgetsHand
        case correctsWithoutWithdrawing
        case continuesAsUnsent
        case takesSilenceForRefusal
        case believesYoungLists
        case freesBegunLeases
        case renewsFirstOnly
        case mixesAnswers
        case waitsForOther
    }

    /// Its name in the printed line.
    var name: String
    /// How the destination treats a log id that it knows, and what the uploader's configuration says about that.
    var repeats: RepeatPolicy
    /// How a second destination of the record treats repeats, or nil without one.
    var second: RepeatPolicy?
    /// Whether the second destination neither accepts nor answers anything.
    var isSecondSilent = false
    /// Whether the first grant may go to either worker; the workers are otherwise interchangeable.
    var tellsWorkersApart = false
    /// The most grants to each destination.
    var grants = 2
    /// The number of the reading's revisions.
    var revisions = 1
    /// Whether the last revision deletes the record.
    var deletesLast = false
    /// Whether an operator may delete the record, once, at any moment.
    var operatorDeletes = false
    /// Whether an operator may give the reading to another person, once, at any moment.
    var operatorCorrects = false
    /// Whether two hubs receive the reading, and their outboxes are part of the world.
    var hasHubs = false
    /// Whether the seat's session ends and another person's starts.
    var hasSecondPerson = false
    /// Whether the session ends and the same person's next one takes over the unfinished deliveries.
    var hasNextSession = false
    /// Whether workers' last wills arrive, early and late.
    var hasLastWills = false
    /// Whether pulls may already be old when they are answered; grants may arrive late in any case.
    var hasOldPulls = false
    /// Whether the destination may permanently reject the record.
    var mayRefuse = false
    /// Whether the destination may answer that it is busy (503) without having accepted the request.
    var mayBeBusy = false
    /// Whether a request may reach the destination after its own timeout.
    var requestsMayArriveLate = false
    /// Whether a worker may pause between its check of the clock and the start of the request.
    var mayStallBeforeRequest = false
    /// Whether a look-up may get no answer.
    var lookUpsMayFail = false
    /// Whether a list may omit existing records until it must show them.
    var listsMayLag = false
    /// The mistake to make.
    var mutation: Mutation?

    /// How the destination of a record's row treats a log id that it knows.
    func repeats(of row: UInt8) -> RepeatPolicy { row == 0 ? repeats : second ?? repeats }

    /// Whether a row's destination neither accepts nor answers anything.
    func isSilent(_ row: UInt8) -> Bool { row == 1 && isSecondSilent }

    /// Whether this mistake is made.
    func does(_ wrong: Mutation) -> Bool { mutation == wrong }
}
