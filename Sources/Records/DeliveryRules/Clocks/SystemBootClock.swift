internal import SystemCalls

/// The boot clock of this machine.
public struct SystemBootClock: BootClock {
    /// Creates the clock.
    public init() {}

    /// The time since the machine started, including the time it was suspended.
    public var now: BootInstant { BootInstant(milliseconds: KernelClock.millisecondsSinceBoot) }
}
