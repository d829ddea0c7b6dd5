/// The table of all metrics.
///
/// A new metric needs one row in its group, and a constant in ``MetricName`` if code uses its name.
///
/// Inform and legacy names and units are from the APIs' public pages; LOINC codes from loinc.org, and only those with
/// exactly the metric's meaning; MDC codes from IEEE 11073-10101. Those of body composition, spirometry and HbA1c are
/// partition 2 (131,072) plus the term codes of public 11073 nomenclature headers. Cuff pressure during deflation is
/// not a measurement of a person, so it has no row. Texts and times of the legacy API (a workout's type, a meal's name)
/// are in `RecordDetails`.
public enum MetricTable {
    /// All rows.
    public static let metrics: [Metric] = [
        vitals, body, glucose, laboratory, activity, heart, workouts, sleep, nutrition, respiration, habits,
        reproduction,
    ].flatMap { $0 }

    /// Looks up a metric; nil for a name without a row.
    public static func metric(named name: MetricName) -> Metric? { byName[name] }

    private static let byName = Dictionary(metrics.map { ($0.name, $0) }) { first, _ in first }
}
