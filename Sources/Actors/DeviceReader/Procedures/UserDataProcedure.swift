internal import DeviceCodecs

/// Writes the personal data of the user who consented on the link to the scale (User Data Service 1.1).
///
/// Pure. The counter 0x2A99 is incremented after the last value: the scale then adopts the new values, and other
/// clients see the change. Values cut off before that count as unwritten, and are written again on the next link.
struct UserDataProcedure: Sendable {
    /// A requested action.
    enum Output: Sendable, Hashable {
        case read(BluetoothUUID)
        case write(BluetoothUUID, [UInt8])
        case end(Finding)
    }

    /// The result.
    struct Finding: Sendable, Hashable {
        /// The values that need no retry, because the scale accepted them or does not support them.
        var settled: Set<BluetoothUUID> = []
        /// The values that the scale refused.
        var refused: Set<BluetoothUUID> = []
    }

    private enum Step: Sendable {
        case idle, counting, writing, raising, over
    }

    /// The time limit for the whole procedure.
    static let limit = Duration.seconds(10)
    /// The characteristics that the procedure uses.
    static let characteristics = ScaleUserData.characteristics.union([.databaseChangeIncrement])

    private(set) var deadline: Duration?
    private var step = Step.idle
    private var waiting: [ScaleUserData.Value]
    private var written: Set<BluetoothUUID> = []
    private var finding = Finding()
    /// The counter's new value; nil if the scale has no counter.
    private var increment: DatabaseChangeIncrement?

    /// Creates a procedure.
    ///
    /// - Parameter available: The characteristics that the scale has.
    init(_ data: ScaleUserData, on available: Set<BluetoothUUID>) {
        waiting = data.values.filter { available.contains($0.characteristic) }
        finding.settled = Set(data.values.map(\.characteristic)).subtracting(available)
        // An unreadable counter restarts, which the scale still sees as a change.
        increment = available.contains(.databaseChangeIncrement) ? DatabaseChangeIncrement(1) : nil
    }

    mutating func start(at now: Duration) -> [Output] {
        guard step == .idle else { return [] }
        guard !waiting.isEmpty else { return end() }
        deadline = now + Self.limit
        guard increment != nil else { return next() }
        step = .counting
        return [.read(.databaseChangeIncrement)]
    }

    /// Handles the counter's value.
    mutating func wasRead(_ result: Result<[UInt8], StepFailure>) -> [Output] {
        guard step == .counting else { return [] }
        switch result {
        case .success(let bytes):
            // Absent is nil: an invalid counter restarts.
            if let count = try? DatabaseChangeIncrement(decoding: bytes) { increment = count.next }
        case .failure(.linkLost), .failure(.silent): return end()
        case .failure: break
        }
        return next()
    }

    /// Handles the answer to a write; nil if the scale accepted it.
    mutating func wrote(_ failure: StepFailure?) -> [Output] {
        switch step {
        case .writing:
            guard let value = waiting.first else { return end() }
            if failure == .linkLost || failure == .silent { return end() }
            waiting.removeFirst()
            if failure == nil {
                written.insert(value.characteristic)
            } else {
                finding.refused.insert(value.characteristic)
            }
            return next()
        case .raising:
            if failure == nil { finding.settled.formUnion(written) }
            return end()
        case .idle, .counting, .over: return []
        }
    }

    /// Gives up, because the time or the link is over.
    mutating func stop() -> [Output] { step == .over ? [] : end() }

    private mutating func next() -> [Output] {
        if let value = waiting.first {
            step = .writing
            return [.write(value.characteristic, value.bytes)]
        }
        guard let increment, !written.isEmpty else {
            finding.settled.formUnion(written)
            return end()
        }
        step = .raising
        return [.write(.databaseChangeIncrement, increment.bytes)]
    }

    private mutating func end() -> [Output] {
        step = .over
        deadline = nil
        return [.end(finding)]
    }
}
