/// Names of zones of the tz database.
public enum TimeZoneName {
    /// Whether the system knows a zone of this name.
    public static func isKnown(_ name: String) -> Bool { ZoneClock(name) != nil }
}
