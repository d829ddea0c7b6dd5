/// What an input says beside its samples; there are few of them.
public enum HealthEvent: Hashable, Sendable {
    /// A workout.
    case workout(HealthWorkout)
    /// Samples that belong together.
    case correlation(HealthCorrelation)
    /// A sum of a local day.
    case dayTotal(HealthDayTotal)
    /// A word about the zone.
    case zoneHint(ZoneHint)
    /// A file beside the samples.
    case attachment(HealthAttachment)
    /// When the input was made, in seconds since 1970, and how far its clock was ahead of UTC, in seconds.
    case exported(time: Int64, utcOffset: Int)
    /// Whose data it is, as a salted fingerprint: equal for equal people, and nothing can be read from it.
    case person(fingerprint: String)
}
