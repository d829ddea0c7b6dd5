internal import CTimex

/// Whether the hub's own clock may be handed on to devices, and old rows deleted by it.
package enum HubClock {
    /// The kernel's word that nobody keeps its clock right (`adjtimex(2)`, `TIME_ERROR`).
    package static let unsynchronized: Int32 = 5

    /// Whether the kernel's clock is kept right by somebody: a time service, or the host of a virtual machine.
    ///
    /// Where nobody can be asked, it is not.
    package static func isSynchronized() -> Bool { isSynchronized(vb_clock_state()) }

    /// What `adjtimex` answered: a negative number is an error, 0 to 4 a clock that is kept right.
    package static func isSynchronized(_ answer: Int32) -> Bool { (0..<unsynchronized).contains(answer) }
}
