internal import HealthInputs
internal import HealthTypes
internal import VitalRecords

/// What a record is known by in every later export of the same person.
enum HealthIdentity: Hashable {
    /// A sample, or samples of one time: its type, its place among equal ones.
    case sample(type: String, ordinal: Int)
    /// A workout: its end can differ between two exports.
    case workout(activity: String)
    /// A local day of a set; a source of its own, or nil for all sources together.
    case day(set: HealthSet, source: String?)
}
