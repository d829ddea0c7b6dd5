/// How much of a person's history an input holds.
public enum HealthCompleteness: Hashable, Sendable {
    /// All of it: what an input does not have of a day did not happen.
    case whole
    /// All of it where it comes in its archive; a single file is a part.
    case wholeInArchive
    /// A part: another one may have the rest of the same day.
    case part
}
