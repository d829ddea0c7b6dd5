/// The nights of one source that ended on one local day.
struct NightKey: Hashable {
    let day: LocalDay
    let source: Int
}
