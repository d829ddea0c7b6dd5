internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// The devices whose last reading failed, with what failed, for the health that people see.
struct DeviceTroubles: Sendable {
    /// The most devices remembered; the oldest go first.
    static let limit = 8
    /// A failure that was not repeated for so long says nothing any more.
    static let keptFor: TimeInterval = 600

    private var troubles: [DeviceID: (fault: WireFault, at: Date)] = [:]

    /// A reading failed.
    mutating func failed(_ device: DeviceID, _ fault: WireFault, at now: Date) {
        troubles[device] = (fault, now)
        guard troubles.count > Self.limit, let oldest = troubles.min(by: { $0.value.at < $1.value.at })?.key else {
            return
        }
        troubles[oldest] = nil
    }

    /// A reading went well.
    mutating func ended(_ device: DeviceID) {
        troubles[device] = nil
    }

    /// What failed, each with its device, the oldest first.
    func faults(at now: Date) -> [WireFault] {
        troubles.filter { now.timeIntervalSince($0.value.at) < Self.keptFor }.sorted { $0.value.at < $1.value.at }
            .map { device, trouble in
                let fault = trouble.fault
                return WireFault(
                    code: fault.code,
                    message: "\(device): \(fault.message)",
                    retriable: fault.retriable
                )
            }
    }
}
