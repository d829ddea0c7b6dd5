/// One thing that happens.
enum ProtocolStep: CustomStringConvertible {
    case tick
    case submit(hub: Int, revision: UInt8)
    case removeRow(hub: Int)
    case newRevision
    case switchSession
    case grant(worker: UInt8, pullIsOld: Bool)
    case grantUnheard
    case lastWill(worker: UInt8)
    case expire
    case restartOwner
    case take(fence: Int64)
    case post(fence: Int64)
    case arrive(fence: Int64, refused: Bool)
    case answer(fence: Int64)
    case breakOff(fence: Int64)
    case tell(fence: Int64)
    case crash(worker: UInt8)
    case settle(fence: Int64, Told, isConfirmed: Bool)

    var description: String {
        switch self {
        case .tick: "time passes"
        case .submit(let hub, let revision): "the owner receives revision \(revision) of hub \(hub) and commits"
        case .removeRow(let hub): "hub \(hub) receives the reply and deletes its row"
        case .newRevision: "a newer revision is committed"
        case .switchSession: "the session ends, the next person's starts"
        case .grant(let worker, let old): "the owner answers \(old ? "an old" : "a fresh") pull of worker \(worker)"
        case .grantUnheard: "the owner grants, nobody listens, it is taken back"
        case .lastWill(let worker): "a last will of worker \(worker) comes"
        case .expire: "the owner ends what has run out"
        case .restartOwner: "the owner crashes and starts"
        case .take(let fence): "the worker receives grant \(fence)"
        case .post(let fence): "the worker of grant \(fence) goes on after its look-up"
        case .arrive(let fence, let refused): "grant \(fence)'s request arrives\(refused ? " and is refused" : "")"
        case .answer(let fence): "grant \(fence)'s answer comes"
        case .breakOff(let fence): "grant \(fence)'s connection breaks"
        case .tell(let fence): "the worker tells of grant \(fence)"
        case .crash(let worker): "worker \(worker) crashes and starts"
        case .settle(let fence, let told, let confirmed):
            "the owner receives '\(told)' of grant \(fence)\(confirmed ? ", its reply comes" : "")"
        }
    }
}
