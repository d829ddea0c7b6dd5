/// One event in the world.
enum ProtocolStep: CustomStringConvertible {
    /// The content of the destination's list when it is queried.
    enum List: String {
        case truth, nothing, absent
    }

    /// The destination's treatment of a request that arrives.
    enum Fate: String {
        case taken, refused, busy
    }

    case tick
    case submit(hub: Int, revision: UInt8)
    case removeRow(hub: Int)
    case newRevision
    case switchSession
    case endSession
    case startNextSession
    case continueRecord
    case deleteByHand
    case correctPerson
    case grant(worker: UInt8, person: UInt8, pullIsOld: Bool)
    case grantUnheard(person: UInt8)
    case lastWill(worker: UInt8)
    case expire
    case restartOwner
    case take(number: Int64, list: List)
    case post(number: Int64)
    case arrive(number: Int64, Fate)
    case answer(number: Int64, list: List)
    case breakOff(number: Int64)
    case crash(worker: UInt8)
    case freeEarlier(worker: UInt8)
    case settle(number: Int64, Told, isConfirmed: Bool)

    var description: String {
        switch self {
        case .tick: "time passes"
        case .submit(let hub, let revision): "the owner receives revision \(revision) of hub \(hub) and commits"
        case .removeRow(let hub): "hub \(hub) receives the reply and deletes its row"
        case .newRevision: "a newer revision is committed"
        case .switchSession: "the session ends, the next person's starts"
        case .endSession: "the session ends"
        case .startNextSession: "the same person's next session starts"
        case .continueRecord: "what the end cut off goes on under the next session"
        case .deleteByHand: "an operator deletes the record"
        case .correctPerson: "an operator gives the reading to another person"
        case .grant(let worker, let person, let old):
            "the owner answers \(old ? "an old" : "a fresh") pull of worker \(worker) with record \(person)"
        case .grantUnheard(let person): "the owner grants record \(person), nobody listens, it is taken back"
        case .lastWill(let worker): "a last will of worker \(worker) comes"
        case .expire: "the owner ends what has run out"
        case .restartOwner: "the owner crashes and starts"
        case .take(let number, let list): "the worker receives grant \(number), a list tells \(list)"
        case .post(let number): "the worker of grant \(number) goes on after its look-up"
        case .arrive(let number, let fate): "grant \(number)'s request arrives and is \(fate)"
        case .answer(let number, let list): "grant \(number)'s answer comes, a list tells \(list)"
        case .breakOff(let number): "grant \(number)'s connection breaks"
        case .freeEarlier(let worker): "the first demand of worker \(worker)'s new start comes"
        case .crash(let worker): "worker \(worker) crashes and starts"
        case .settle(let number, let told, let confirmed):
            "the owner receives '\(told)' of grant \(number)\(confirmed ? ", its reply comes" : "")"
        }
    }
}
