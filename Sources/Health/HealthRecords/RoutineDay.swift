internal import VitalRecords

/// A local day's activity, while it is added up.
struct RoutineDay {
    /// A moment of it.
    let moment: Int64
    var sums = DaySums()
    /// Hours with standing and hours without, by their first second.
    var stood: Set<Int64> = []
    var idle: Set<Int64> = []
    var mindfulSeconds: Int64 = 0

    init(moment: Int64) {
        self.moment = moment
    }
}
