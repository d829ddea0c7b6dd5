/// The one table of metrics.
///
/// A new metric is one row in the group that it belongs to, and a constant in ``MetricName`` where code needs its name.
///
/// Inform and legacy names and units: the APIs' public pages. LOINC: loinc.org, and none where no code says just what
/// the metric says. MDC: IEEE 11073-10101. The pressure in the cuff while it deflates is no measurement of a person and
/// has no row. What the legacy API keeps as text or as a time (a workout's type, a meal's name) is in `RecordDetails`.
public enum MetricTable {
    /// All rows.
    public static let metrics: [Metric] = [
        vitals, body, glucose, laboratory, activity, heart, workouts, sleep, nutrition, respiration, habits,
        reproduction,
    ].flatMap { $0 }

    /// The row of a metric, or nil for a name that has none.
    public static func metric(named name: MetricName) -> Metric? { byName[name] }

    private static let byName = Dictionary(metrics.map { ($0.name, $0) }) { first, _ in first }
}
