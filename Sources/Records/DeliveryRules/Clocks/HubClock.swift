internal import SystemCalls

/// Checks whether the hub's clock is good enough to set devices and to delete old rows.
package enum HubClock {
    /// Whether a time service, or the host of a virtual machine, synchronises the kernel's clock; false if unknown.
    package static func isSynchronized() -> Bool { isSynchronized(KernelClock.state) }

    /// Interprets a result of `adjtimex(2)`: 0 to 4 is a synchronized clock, a negative number an error.
    package static func isSynchronized(_ answer: Int32) -> Bool { (0..<KernelClock.unsynchronized).contains(answer) }
}
