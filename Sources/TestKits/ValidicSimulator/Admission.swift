/// What became of a record that was sent.
enum Admission: Sendable {
    case created(SimulatedRecord)
    case changed(SimulatedRecord)
    case unchanged(SimulatedRecord)
    case conflict
}
