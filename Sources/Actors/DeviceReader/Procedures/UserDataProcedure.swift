internal import DeviceCodecs

/// Writes what a scale needs to know of the user who consented on the link (User Data Service 1.1).
///
/// Pure. The counter 0x2A99 is raised after the last value: a scale takes the new values over then, and other clients see
/// that they changed. What is cut off before that counts as not written, and is written again on the next link.
struct UserDataProcedure: Sendable {
    /// A requested action.
    enum Output: Sendable, Hashable {
        case read(BluetoothUUID)
        case write(BluetoothUUID, [UInt8])
        case end(Finding)
    }

    /// The result.
    struct Finding: Sendable, Hashable {
        /// What need not be written again: the scale took it, or has no place for it.
        var settled: Set<BluetoothUUID> = []
        /// What the scale refused.
        var refused: Set<BluetoothUUID> = []
    }

    private enum Step: Sendable {
        case idle, counting, writing, raising, over
    }

    /// How long all of it may take.
    static let limit = Duration.seconds(10)
    /// What a link needs for it.
    static let characteristics = ScaleUserData.characteristics.union([.databaseChangeIncrement])

    private(set) var deadline: Duration?
    private var step = Step.idle
    private var waiting: [ScaleUserData.Value]
    private var written: Set<BluetoothUUID> = []
    private var finding = Finding()
    /// What the counter is raised to; nil where the scale has none.
    private var increment: DatabaseChangeIncrement?

    /// Makes a procedure.
    ///
    /// - Parameter available: The characteristics that the scale has.
    init(_ data: ScaleUserData, on available: Set<BluetoothUUID>) {
        waiting = data.values.filter { available.contains($0.characteristic) }
        finding.settled = Set(data.values.map(\.characteristic)).subtracting(available)
        // A counter that cannot be read begins anew; a scale sees a change all the same.
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

    /// Handles what was read.
    mutating func wasRead(_ result: Result<[UInt8], StepFailure>) -> [Output] {
        guard step == .counting else { return [] }
        switch result {
        case .success(let bytes):
            // Absent is nil: a counter that is no counter begins anew.
            if let count = try? DatabaseChangeIncrement(decoding: bytes) { increment = count.next }
        case .failure(.linkLost), .failure(.silent): return end()
        case .failure: break
        }
        return next()
    }

    /// Handles the answer to a write; nil where the scale accepted it.
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

    /// Gives up: the time is over, or the link.
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
