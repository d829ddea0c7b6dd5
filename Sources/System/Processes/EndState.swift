internal import Synchronization

/// How a child ended, once it did.
final class EndState: Sendable {
    private let state = Mutex<ChildExit?>(nil)

    var exit: ChildExit? { state.withLock { $0 } }

    func set(_ exit: ChildExit) {
        state.withLock { $0 = exit }
    }
}
