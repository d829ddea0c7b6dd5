import DeliveryRules

/// Which world is explored.
struct ModelConfiguration {
    /// Something the product must not do: the explorer has to find what it breaks.
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

    /// What it is called in the printed line.
    var name: String
    /// What the destination does with a log id that it knows, and what the uploader is told that it does.
    var repeats: RepeatPolicy
    /// What a second destination of the record does; nil where there is none.
    var second: RepeatPolicy?
    /// Whether the second destination neither takes nor answers anything.
    var isSecondSilent = false
    /// Whether the first grant may go to either worker; they are alike.
    var tellsWorkersApart = false
    /// How many grants are made at most, to each destination.
    var grants = 2
    /// How many revisions the reading gets.
    var revisions = 1
    /// Whether the last revision deletes the record.
    var deletesLast = false
    /// Whether an operator may delete the record, once, at any moment.
    var operatorDeletes = false
    /// Whether an operator may give the reading to another person, once, at any moment.
    var operatorCorrects = false
    /// Whether two hubs hear the reading, and their outboxes are part of the world.
    var hasHubs = false
    /// Whether the seat's session ends and another person's starts.
    var hasSecondPerson = false
    /// Whether the session ends and the same person's next one takes over what it left.
    var hasNextSession = false
    /// Whether workers' last wills come, early and late.
    var hasLastWills = false
    /// Whether pulls may be old already when they are answered; grants may come late in any case.
    var hasOldPulls = false
    /// Whether the destination may refuse the record for good.
    var mayRefuse = false
    /// Whether the destination may say that it has no time now (503), without having taken the request.
    var mayBeBusy = false
    /// Whether a request may reach the destination after its own timeout.
    var requestsMayArriveLate = false
    /// Whether a worker may stand still between its look at the clock and the request's start.
    var mayStallBeforeRequest = false
    /// Whether a look-up may get no answer.
    var lookUpsMayFail = false
    /// Whether a list may lack what is there, until it must show it.
    var listsMayLag = false
    /// What is done wrong.
    var mutation: Mutation?

    /// What the destination of a record's row does with a log id that it knows.
    func repeats(of row: UInt8) -> RepeatPolicy { row == 0 ? repeats : second ?? repeats }

    /// Whether a row's destination neither takes nor answers anything.
    func isSilent(_ row: UInt8) -> Bool { row == 1 && isSecondSilent }

    /// Whether something is done wrong.
    func does(_ wrong: Mutation) -> Bool { mutation == wrong }
}
