internal import FoundationEssentials

/// How one passive reading ended.
enum PassiveOutcome: Sendable, Hashable {
    /// Readings came.
    case done
    /// The device ended in order and had nothing to give.
    case empty
    /// The device was there and gave no value in time.
    case noReading
    /// The link broke, but not before more of the memory was read than ever.
    case advanced
    /// Something on the way failed.
    case failed
    /// The device wants a pairing first; trying again helps only after one.
    case notPaired
    /// A key, a license or a driver is missing; trying again helps only once it is there.
    case missingPart
    /// It was stopped for work in the foreground, or before anything was asked of the device.
    case stopped
    /// Another hub has the device, until then unless it tells more.
    case yielded(until: Date)
}
