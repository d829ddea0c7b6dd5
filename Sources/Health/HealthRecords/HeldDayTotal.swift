internal import HealthInputs
internal import VitalRecords

/// The largest sum of a local day that one source says of one type in one unit.
struct HeldDayTotal {
    /// Of what, whose and which day's.
    struct Key: Hashable {
        let type: Int
        let source: Int
        let unit: Int
        /// The counter's number; nil for the whole sum.
        let part: Int?
        let day: LocalDay
    }

    let key: Key
    let value: DecimalNumber
}
