internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// One measurement that somebody makes at the page, from what was chosen to their word about the value; pure.
///
/// The seat is chosen before anything is asked of a device and stays so to the end. Each event and answer is matched by the
/// id of the request that it belongs to, so what is said of another measurement changes nothing here.
struct MeasureMachine: Sendable, Hashable {
    /// What is measured, for whom and with what.
    struct Choice: Sendable, Hashable {
        let seat: String
        let hub: String
        let peripheral: PeripheralView
        /// The device; nil takes the nearest one, and is filled in once it was found.
        var device: DeviceID?
        /// How long before it is asked for something may have been measured, in seconds: with a meter that measures first and is
        /// switched on afterwards.
        var sinceSeconds = 0

        /// The longest time that a person takes from the measurement to the page, in seconds.
        private static let longest: TimeInterval = 600

        /// The time that counts for a model and a person: nobody's value from before their session is theirs.
        ///
        /// - Parameter began: When the session of the seat began; nil without one.
        static func sinceSeconds(_ peripheral: PeripheralView, began: Date?, now: Date) -> Int {
            guard peripheral.advertises == .afterMeasurement, let began else { return 0 }
            return Int(clamping: max(0, min(longest, now.timeIntervalSince(began))))
        }
    }

    /// How far it is.
    enum Step: Sendable, Hashable {
        /// The device is paired; with what a person is asked meanwhile.
        case pairing(PasskeyRequested?)
        /// The reader waits until the device is in sight.
        case searching
        /// The device was found.
        case reading(ReadingProgress.Phase)
        /// Something was read.
        case measured
        /// Somebody said what becomes of it.
        case decided(DecidedReading.Outcome)
        case failed(Failure)
        case cancelled
    }

    /// Why nothing was read.
    struct Failure: Sendable, Hashable {
        /// Why; nil until the reader has told it, or where nobody did.
        var reason: ReaderFailure?
        /// What the reader, or the way to it, said.
        let fault: WireFault
        /// Whether the hub may have read all the same, because it did not answer.
        let isUnanswered: Bool
    }

    /// What is asked of the reader.
    enum Action: Sendable, Hashable {
        case pair(PairPeripheral, id: String)
        case read(ReadPeripheral, id: String)
        case cancel(id: String)
    }

    /// A reading, and what is known of its fate.
    struct Item: Sendable, Hashable {
        let reading: Reading
        var fate: ReadingFate
    }

    /// What a pairing is told beside the device.
    struct Pairing: Sendable, Hashable {
        /// Whether the device stays nobody's; else it becomes the seat's.
        var isShared = true
        /// The scale's user that is taken over, and its PIN.
        var userIndex: Int?
        var pin: String?
        /// What a scale is to know of the person.
        var person: ScalePerson?
    }

    /// How long the reader waits for a device, and then for its first measurement, in seconds.
    static let seconds = 120
    /// What says that nobody answered.
    private static let unanswered: [BusError.Code] = [
        .noResponder, .notConnected, .deadlineExceeded, .outcomeUnknown, .draining,
    ]

    private(set) var choice: Choice
    private(set) var step: Step
    /// What was measured after it was asked for, the newest last.
    private(set) var items: [Item] = []
    /// How many older readings, or readings of an unknown time, the device brought along.
    private(set) var others = 0
    /// Whether a reading for the seat came after the end.
    private(set) var isLate = false
    /// Whether somebody wants it to end.
    private(set) var isEnding = false
    /// The request under way, or the last one.
    private(set) var request = ""
    private var reason: ReaderFailure?

    /// A measurement of which nothing was asked yet.
    init(_ choice: Choice) {
        self.choice = choice
        step = .cancelled
    }

    /// Whether the reader works on it.
    var isActive: Bool {
        switch step {
        case .pairing, .searching, .reading: true
        case .measured, .decided, .failed, .cancelled: false
        }
    }

    /// The readings that a word books: those that wait for it, and that nothing speaks against.
    var offered: [Reading] {
        guard step == .measured else { return [] }
        return items.filter(\.isOffered).map(\.reading)
    }

    // MARK: - What somebody wants

    /// Begins to read.
    ///
    /// A device that was chosen is waited for, not connected at once: many can be reached only when they have measured.
    mutating func read(id: String) -> Action? {
        guard begin(id) else { return nil }
        step = .searching
        let body = ReadPeripheral(
            device: nil,
            peripheralID: choice.peripheral.peripheralID,
            seat: choice.seat,
            autoSubmit: false,
            seconds: Self.seconds,
            allowedDevices: choice.device.map { [$0] },
            sinceSeconds: choice.sinceSeconds > 0 ? choice.sinceSeconds : nil
        )
        return .read(body, id: id)
    }

    /// Begins to pair; nil where it is not known which device.
    ///
    /// What is said of the person goes to the reader and is not kept here.
    mutating func pair(id: String, with pairing: Pairing) -> Action? {
        guard let device = choice.device, begin(id) else { return nil }
        step = .pairing(nil)
        let body = PairPeripheral(
            device: device,
            peripheralID: choice.peripheral.peripheralID,
            seat: pairing.isShared ? nil : choice.seat,
            userIndex: pairing.userIndex,
            pin: pairing.pin,
            person: pairing.person
        )
        return .pair(body, id: id)
    }

    private mutating func begin(_ id: String) -> Bool {
        guard !isActive else { return false }
        (request, reason, items, others, isLate, isEnding) = (id, nil, [], 0, false, false)
        return true
    }

    /// Somebody wants it to end; what was read before the end is kept.
    mutating func cancel() -> Action? {
        guard isActive else { return nil }
        isEnding = true
        return .cancel(id: request)
    }

    /// The device or its hub is somebody else's now.
    mutating func refuse() {
        let fault = WireFault(code: BusError.Code.busy.rawValue, message: "", retriable: true)
        step = .failed(Failure(reason: .busy, fault: fault, isUnanswered: false))
    }

    /// Another measurement found the same device first: this one ends.
    mutating func yield() -> Action? {
        reason = .busy
        return cancel()
    }

    /// Somebody said what becomes of the readings.
    mutating func decided(_ outcome: DecidedReading.Outcome) {
        if step == .measured { step = .decided(outcome) }
    }

    // MARK: - What the reader tells

    /// The pairing asks a person.
    mutating func asked(_ question: PasskeyRequested) {
        guard case .pairing = step, question.pairing == request else { return }
        step = .pairing(question)
    }

    /// The open question was answered.
    mutating func answered(_ question: String) {
        if case .pairing(let open) = step, open?.request == question { step = .pairing(nil) }
    }

    /// The device is paired; the next thing is to read it.
    mutating func paired(_ done: PeripheralPaired, request id: String) -> Bool {
        guard case .pairing = step, id == request else { return false }
        choice.device = done.device
        step = .cancelled
        return !isEnding
    }

    /// The reading goes on.
    mutating func progress(_ told: ReadingProgress) {
        guard told.request == request, isActive else { return }
        choice.device = told.device
        step = .reading(told.phase)
    }

    /// The reader says why it failed, before or after its answer.
    mutating func told(_ failure: PeripheralDidFail) {
        guard failure.request == request else { return }
        if choice.device == nil { choice.device = failure.device }
        if case .failed(var known) = step {
            if known.reason == nil { known.reason = failure.reason }
            step = .failed(known)
        } else if isActive, reason == nil {
            reason = failure.reason
        }
    }

    /// The hub's reader is gone; its answer may come all the same.
    mutating func hubIsGone() {
        guard isActive else { return }
        let fault = WireFault(code: BusError.Code.noResponder.rawValue, message: "", retriable: true)
        step = .failed(Failure(reason: nil, fault: fault, isUnanswered: true))
    }

    /// Whether an answer to the request under way is still of use.
    private var isOpen: Bool {
        if case .failed(let failure) = step { failure.isUnanswered } else { isActive }
    }

    /// The device was read.
    mutating func read(_ done: PeripheralDidRead, request id: String) {
        guard id == request, isOpen else { return }
        choice.device = done.device
        let fates = Dictionary((done.fates ?? []).map { ($0.readingKey, $0) }) { first, _ in first }
        items = chosen(done.records).map { reading in
            let unknown = ReadingFate(readingKey: reading.readingKey, fate: .outbox)
            return Item(reading: reading, fate: fates[reading.readingKey] ?? unknown)
        }
        others = done.records.count - items.count
        step = .measured
    }

    /// What of the readings may be the seat's: those measured after they were asked for, else the newest of the moments before.
    ///
    /// One alone: a meter that goes from one to the next may have kept its value before that for somebody else.
    private func chosen(_ readings: [Reading]) -> [Reading] {
        let own = readings.filter { $0.seatByWord == choice.seat }
        let early = Set(own.filter { $0.wasMeasured(before: choice.sinceSeconds) }.map(\.readingKey))
        let later = own.filter { !early.contains($0.readingKey) }
        return later.isEmpty ? own.max { $0.timestamp < $1.timestamp }.map { [$0] } ?? [] : later
    }

    /// The request failed.
    mutating func failed(_ error: BusError, request id: String) {
        guard id == request, isActive else { return }
        if error.code.rawValue == ReaderFailure.cancelled.rawValue, reason != .busy {
            step = .cancelled
        } else {
            step = .failed(
                Failure(
                    reason: reason,
                    fault: WireFault(error),
                    isUnanswered: Self.unanswered.contains(error.code)
                )
            )
        }
    }

    /// The session manager holds a reading.
    mutating func held(_ told: ReadingHeld) {
        if let index = items.firstIndex(where: { $0.reading.readingKey == told.readingKey }) {
            guard items[index].fate.fate == .outbox else { return }
            items[index].fate.fate = .held
            items[index].fate.reason = told.reason
            items[index].fate.assignedSeat = told.assignedSeat
        } else if !isActive, step != .measured, told.forSeat == choice.seat, told.device == choice.device,
            told.device != nil
        {
            isLate = true
        }
    }
}

extension Reading {
    /// Whether it was measured before it was requested, so that it counts only by the time that was added.
    fileprivate func wasMeasured(before sinceSeconds: Int) -> Bool {
        guard sinceSeconds > 0, let askedAt else { return false }
        // Devices tell whole seconds.
        return timestamp < askedAt.addingTimeInterval(Double(sinceSeconds) - 2)
    }
}

extension MeasureMachine.Item {
    /// Whether a word books it; what the device's assignment speaks against is decided where both are named.
    var isOffered: Bool {
        fate.fate == .held && fate.reason == .awaitsConfirmation && fate.assignedSeat == nil
    }
}
