internal import CTimex

/// Whether the hub's own clock may be handed on to devices.
enum HubClock {
    /// The kernel's word that nobody keeps its clock right (`adjtimex(2)`, `TIME_ERROR`).
    static let unsynchronized: Int32 = 5

    /// Whether the kernel's clock is kept right by somebody: a time service, or the host of a virtual machine.
    ///
    /// Where nobody can be asked, it is not.
    static func isSynchronized() -> Bool { isSynchronized(vb_clock_state()) }

    /// What `adjtimex` answered: a negative number is an error, 0 to 4 a clock that is kept right.
    static func isSynchronized(_ answer: Int32) -> Bool { (0..<unsynchronized).contains(answer) }
}
