/// Why one step on a link failed, as far as a procedure acts on it.
enum StepFailure: Error, Sendable, Hashable {
    /// The device wants a pairing first, or lost its side of one.
    case notPaired
    /// The device still carries out something else (ATT 0x80 of Glucose 1.0, 0xFE of the core supplement).
    case busy
    /// The device says that it is not subscribed (ATT 0x81, 0xFD).
    case notSubscribed
    /// The device answered nothing for as long as it may; it will not on this link (ATT ends with its time limit).
    case silent
    /// The link is gone.
    case linkLost
    /// Anything else, with the code for people.
    case other(String)

    /// The failure for people.
    var words: String {
        switch self {
        case .notPaired: "the device wants to be paired first"
        case .busy: "the device is busy"
        case .notSubscribed: "the device says that it is not subscribed"
        case .silent: "the device does not answer"
        case .linkLost: "the link was lost"
        case .other(let words): words
        }
    }
}
