internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Remembers which devices failed lately and why, for the health report.
struct DeviceTroubles: Sendable {
    /// The largest number of devices remembered; the oldest are dropped.
    static let limit = 8
    /// How long a single failure is shown, in seconds.
    static let keptFor: TimeInterval = 600

    private var troubles: [DeviceID: (fault: WireFault, at: Date)] = [:]

    /// Records a failed reading.
    mutating func failed(_ device: DeviceID, fault: WireFault, at now: Date) {
        troubles[device] = (fault, now)
        guard troubles.count > Self.limit, let oldest = troubles.min(by: { $0.value.at < $1.value.at })?.key else {
            return
        }
        troubles[oldest] = nil
    }

    /// Forgets a device's failure after it was read.
    mutating func ended(_ device: DeviceID) {
        troubles[device] = nil
    }

    /// The failures with their devices, oldest first.
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
