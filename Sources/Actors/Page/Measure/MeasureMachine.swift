internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// One measurement at the page, from the choice of a device to the decision about the value; pure.
///
/// The seat is chosen before any request to the device, and never changes. Each event and answer is matched by its
/// request's id, so reports about another measurement change nothing here.
struct MeasureMachine: Sendable, Hashable {
    /// The seat, model and device of the measurement.
    struct Choice: Sendable, Hashable {
        let seat: String
        let hub: String
        let peripheral: PeripheralView
        /// The device; nil selects the nearest one, and is replaced once that is found.
        var device: DeviceID?
        /// The seat's session that the user saw; empty without one.
        var stay = ""
        /// How long before the request a measurement may have been taken, in seconds.
        ///
        /// This is for meters that measure first, and are switched on for the transfer afterwards.
        var sinceSeconds = 0

        /// The longest time a person may take from the measurement to the page, in seconds.
        private static let longest: TimeInterval = 600

        /// The value of ``Choice/sinceSeconds`` for a model: never back to before the present session, whose person may
        /// be new.
        ///
        /// - Parameter began: When the seat's session began; nil without a session.
        static func sinceSeconds(_ peripheral: PeripheralView, began: Date?, now: Date) -> Int {
            guard peripheral.advertises == .afterMeasurement, let began else { return 0 }
            return Int(clamping: max(0, min(longest, now.timeIntervalSince(began))))
        }
    }

    /// The progress of the measurement.
    enum Step: Sendable, Hashable {
        /// Pairing is under way, with the open question to the person, if any.
        case pairing(PasskeyRequested?)
        /// The reader waits until the device is in sight.
        case searching
        /// The device was found and is being read.
        case reading(ReadingProgress.Phase)
        /// The device has been read.
        case measured
        /// A person has decided about the readings.
        case decided(DecidedReading.Outcome)
        case failed(Failure)
        case cancelled
    }

    /// Why the reading or pairing failed.
    struct Failure: Sendable, Hashable {
        /// The reason; nil until, or unless, the reader reports it.
        var reason: ReaderFailure?
        /// The error of the reader, or of the bus.
        let fault: WireFault
        /// Whether the hub did not answer, and so may have read the device after all.
        let isUnanswered: Bool
    }

    /// A request to the reader.
    enum Action: Sendable, Hashable {
        case pair(PairPeripheral, id: String)
        case read(ReadPeripheral, id: String)
        case cancel(id: String)
    }

    /// A reading and its known fate.
    struct Item: Sendable, Hashable {
        let reading: Reading
        var fate: ReadingFate
    }

    /// The parameters of a pairing besides the device.
    struct Pairing: Sendable, Hashable {
        /// Whether the device stays unassigned; otherwise it is assigned to the seat.
        var isShared = true
        /// The existing user on the scale to take over, and that user's PIN.
        var userIndex: Int?
        var pin: String?
        /// The person's data for the scale.
        var person: ScalePerson?
    }

    /// How long the reader waits for a device, and then for its first measurement, in seconds.
    static let seconds = 120
    /// The error codes that mean the hub did not answer.
    private static let unanswered: [BusError.Code] = [
        .noResponder, .notConnected, .deadlineExceeded, .outcomeUnknown, .draining,
    ]

    private(set) var choice: Choice
    private(set) var step: Step
    /// The readings measured after the request, the newest last.
    private(set) var items: [Item] = []
    /// The number of other readings that the device sent, which are older or of unknown time.
    private(set) var others = 0
    /// Whether a reading for the seat arrived after the end.
    private(set) var isLate = false
    /// Whether a person has cancelled it.
    private(set) var isEnding = false
    /// The request under way, or the last one.
    private(set) var request = ""
    private var reason: ReaderFailure?

    /// Creates a measurement without a request.
    init(_ choice: Choice) {
        self.choice = choice
        step = .cancelled
    }

    /// Whether the reader is working on it.
    var isActive: Bool {
        switch step {
        case .pairing, .searching, .reading: true
        case .measured, .decided, .failed, .cancelled: false
        }
    }

    /// The readings that can be confirmed here: held for confirmation, with no assignment to another seat.
    var offered: [Reading] {
        guard step == .measured else { return [] }
        return items.filter(\.isOffered).map(\.reading)
    }

    // MARK: - The user's actions

    /// Starts a reading.
    ///
    /// The reader waits for a chosen device to advertise, because many devices can be reached only after a measurement.
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

    /// Starts a pairing; nil without a known device.
    ///
    /// The person's data goes to the reader and is not kept here.
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

    /// Cancels the request; readings taken before it ends are kept.
    mutating func cancel() -> Action? {
        guard isActive else { return nil }
        isEnding = true
        return .cancel(id: request)
    }

    /// Fails, because another measurement is using the device or its hub.
    mutating func refuse() {
        let fault = WireFault(code: BusError.Code.busy.rawValue, message: "", retriable: true)
        step = .failed(Failure(reason: .busy, fault: fault, isUnanswered: false))
    }

    /// Ends this measurement, because another one found the same device first.
    mutating func yield() -> Action? {
        reason = .busy
        return cancel()
    }

    /// Records the decision about the readings.
    mutating func decided(_ outcome: DecidedReading.Outcome) {
        if step == .measured { step = .decided(outcome) }
    }

    // MARK: - The reader's reports

    /// Records a question of the pairing to the person.
    mutating func asked(_ question: PasskeyRequested) {
        guard case .pairing = step, question.pairing == request else { return }
        step = .pairing(question)
    }

    /// Removes the question after its answer.
    mutating func answered(_ question: String) {
        if case .pairing(let open) = step, open?.request == question { step = .pairing(nil) }
    }

    /// Records the end of the pairing; true if the device should be read next.
    mutating func paired(_ done: PeripheralPaired, request id: String) -> Bool {
        guard case .pairing = step, id == request else { return false }
        choice.device = done.device
        step = .cancelled
        return !isEnding
    }

    /// Records the reading's progress.
    mutating func progress(_ told: ReadingProgress) {
        guard told.request == request, isActive else { return }
        choice.device = told.device
        step = .reading(told.phase)
    }

    /// Records the reader's reason for a failure, which may come before or after its answer.
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

    /// Fails, because the hub's reader went offline; its answer may still arrive.
    mutating func hubIsGone() {
        guard isActive else { return }
        let fault = WireFault(code: BusError.Code.noResponder.rawValue, message: "", retriable: true)
        step = .failed(Failure(reason: nil, fault: fault, isUnanswered: true))
    }

    /// Whether an answer to the last request still counts.
    private var isOpen: Bool {
        if case .failed(let failure) = step { failure.isUnanswered } else { isActive }
    }

    /// Records the result of a reading.
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

    /// The readings for the seat: those measured after the request, or else only the newest earlier one.
    ///
    /// Earlier ones may be another person's, if the meter passes from person to person and stores its values.
    private func chosen(_ readings: [Reading]) -> [Reading] {
        let own = readings.filter { $0.seatByWord == choice.seat }
        let early = Set(own.filter { $0.wasMeasured(before: choice.sinceSeconds) }.map(\.readingKey))
        let later = own.filter { !early.contains($0.readingKey) }
        return later.isEmpty ? own.max { $0.timestamp < $1.timestamp }.map { [$0] } ?? [] : later
    }

    /// Records that the request failed.
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

    /// Records that the session manager holds a reading.
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
    /// Whether it was measured before the request, and so counts only because of `sinceSeconds`.
    fileprivate func wasMeasured(before sinceSeconds: Int) -> Bool {
        guard sinceSeconds > 0, let askedAt else { return false }
        // Devices report whole seconds.
        return timestamp < askedAt.addingTimeInterval(Double(sinceSeconds) - 2)
    }
}

extension MeasureMachine.Item {
    /// Whether it can be confirmed here; a conflict with the device's assignment is decided on the page of held
    /// readings.
    var isOffered: Bool {
        fate.fate == .held && fate.reason == .awaitsConfirmation && fate.assignedSeat == nil
    }
}
