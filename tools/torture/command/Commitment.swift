/// One reading that a producer committed, and whose it may be.
struct Commitment: Sendable, Hashable {
    /// Its key.
    let readingKey: String
    /// The number of its device in the ward.
    let device: Int
    /// The first commit, in milliseconds since 1970.
    let at: Int64
    /// Every person and log id that it may have at the server.
    let names: [ServerJournal.Name]
    /// Those of them whose session was ended, so that it may be among the unsynced.
    let ended: Set<ServerJournal.Name>
    /// Whether it may have been measured while no session ran.
    let mayBeHeld: Bool
}
