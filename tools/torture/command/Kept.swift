/// What the session manager keeps and does not deliver.
struct Kept: Sendable {
    /// Log ids in ended sessions' unsynced lists, and whether it is unknown if the server has them.
    var unsynced: [String: Bool] = [:]
    /// Keys of readings that wait for an owner.
    var held: Set<String> = []
    /// The glucose values among them, in mg/dL.
    var heldGlucose: [Double] = []
    /// Ended sessions that were not told as ended exactly once.
    var untoldEnds = 0
}
