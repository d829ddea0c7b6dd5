/// One person's time at a seat, as far as the one who changed it can know: a call begins before its effect and is
/// answered after it.
struct Stay: Sendable, Hashable {
    /// The person at the server.
    let user: String
    /// The start cannot have been earlier; milliseconds since 1970.
    let earliestStart: Int64
    /// From here on the session surely ran; nil while the start is not answered.
    var surelyFrom: Int64?
    /// Up to here it surely ran; nil while nothing was done to end it.
    var surelyUntil: Int64?
    /// The end cannot have been later; nil while it is not known to have ended.
    var latestEnd: Int64?

    /// A person who is there all the time.
    static func always(_ user: String) -> Stay {
        Stay(user: user, earliestStart: .min, surelyFrom: .min, surelyUntil: nil, latestEnd: nil)
    }

    /// Whether a measurement of that time may be this person's.
    func mayHold(_ time: Int64) -> Bool { time >= earliestStart && time <= (latestEnd ?? .max) }

    /// Whether a measurement of about that time may be this person's.
    func mayHold(_ time: Int64, leeway: Int64) -> Bool {
        [time - leeway, time, time + leeway].contains(where: mayHold)
    }

    /// Whether a measurement of that time is this person's beyond doubt.
    func surelyHolds(_ time: Int64) -> Bool {
        guard let surelyFrom else { return false }
        return time >= surelyFrom && time <= (surelyUntil ?? .max)
    }
}
