/// A record whose end tag has not come yet.
struct AppleRecord {
    /// Where it began, in the whole file.
    let offset: UInt64
    /// Its start and its end, where its dates could be read.
    let times: AppleTimes?
    /// The sample, where its type is wanted and it is sound.
    var sample: HealthSample?
    /// Whether its first beat is looked for: only of a heart-rate variability.
    var awaitsBeat: Bool
}
