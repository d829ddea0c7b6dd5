internal import BlueZ
internal import VitalRecords

extension PassiveOutcome {
    /// What a reading's end means for the next one.
    ///
    /// - Parameter isStopped: Whether it was asked to end.
    init(_ result: Result<[Reading], any Error>, isStopped: Bool) {
        switch result {
        case .success(let readings) where !readings.isEmpty: self = .done
        case .success: self = isStopped ? .stopped : .noReading
        case .failure(let error as BlueZError) where error.code == .notPaired: self = .notPaired
        case .failure(is CancellationError): self = .stopped
        case .failure: self = isStopped ? .stopped : .failed
        }
    }
}
