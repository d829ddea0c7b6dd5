internal import BlueZ
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import Synchronization

/// Answers the pairing that an operator requested, with a person's help for codes, and refuses all others.
///
/// BlueZ pairs automatically when a protected characteristic is used. Without this agent, a neighbour's device in range
/// could be bonded to this hub.
final class OperatorAgent: PairingAgent {
    /// How long a person has to answer; bluetoothd gives up after 60 s.
    static let patience = Duration.seconds(55)

    /// Publishes a question for people.
    typealias Asking = @Sendable (PasskeyBook.Question) async -> Void

    private struct State {
        var wanted: BluetoothAddress?
        var asking: Asking?
        var book = PasskeyBook()
        var waiter: CheckedContinuation<PasskeyBook.Answer, any Error>?
        var shown: UInt32?
    }

    private let state = Mutex(State())
    private let environment: BusEnvironment

    init(_ environment: BusEnvironment) {
        self.environment = environment
    }

    /// Allows one device to pair while the body runs.
    ///
    /// - Parameter asking: Publishes the pairing's questions.
    func allowing<Result>(
        _ address: BluetoothAddress,
        asking: @escaping Asking = { _ in },
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        state.withLock {
            $0.wanted = address
            $0.asking = asking
        }
        defer { end() }
        return try await body()
    }

    /// Passes on a person's answer.
    ///
    /// - Throws: `BusError` if there is no such question, or the answer is late or invalid.
    func answer(_ body: AnswerPasskey) throws(BusError) {
        let now = environment.now()
        let taken: Swift.Result<(PasskeyBook.Answer, CheckedContinuation<PasskeyBook.Answer, any Error>?), BusError>
        taken = state.withLock { state in
            do throws(BusError) {
                let answer = try state.book.answer(body, at: now)
                defer { state.waiter = nil }
                return .success((answer, state.waiter))
            } catch {
                return .failure(error)
            }
        }
        let (answer, waiter) = try taken.get()
        waiter?.resume(returning: answer)
    }

    func authorizePairing(of device: DeviceInfo) async throws { try check(device) }

    func authorize(service uuid: String, for device: DeviceInfo) async throws { try check(device) }

    func passkey(for device: DeviceInfo) async throws -> UInt32 {
        try check(device)
        guard case .passkey(let number) = try await ask(.enter, digits: nil) else { throw PairingRefusal() }
        return number
    }

    func confirm(passkey: UInt32, for device: DeviceInfo) async throws {
        try check(device)
        guard try await ask(.confirm, digits: PasskeyBook.digits(passkey)) == .same else { throw PairingRefusal() }
    }

    func show(passkey: UInt32, entered: UInt16, for device: DeviceInfo) async {
        // BlueZ reports each typed key, but the question is published once.
        let isNew = state.withLock { state in
            guard state.wanted == device.address, state.shown != passkey else { return false }
            state.shown = passkey
            return true
        }
        if isNew { await tell(question(.show, digits: PasskeyBook.digits(passkey))) }
    }

    func cancel() async { drop(CancellationError()) }

    private func check(_ device: DeviceInfo) throws {
        guard state.withLock({ $0.wanted }) == device.address else { throw PairingRefusal() }
    }

    private func question(_ kind: PasskeyKind, digits: String?) -> PasskeyBook.Question {
        let expires = environment.now().addingTimeInterval(Double(Self.patience.components.seconds))
        return PasskeyBook.Question(id: environment.newID(), kind: kind, digits: digits, expires: expires)
    }

    private func ask(_ kind: PasskeyKind, digits: String?) async throws -> PasskeyBook.Answer {
        drop(CancellationError())
        let question = question(kind, digits: digits)
        let clock = environment.clock
        let limit = Task {
            try await clock.sleep(for: Self.patience)
            drop(PairingRefusal(), id: question.id)
        }
        defer { limit.cancel() }
        return try await withCheckedThrowingContinuation { waiter in
            state.withLock {
                $0.book.ask(question)
                $0.waiter = waiter
            }
            // Published only now, because it can be answered from here on.
            Task { await tell(question) }
        }
    }

    private func tell(_ question: PasskeyBook.Question) async {
        await state.withLock { $0.asking }?(question)
    }

    /// Cancels the open question: the one with this id, or any if nil.
    private func drop(_ error: any Error, id: String? = nil) {
        let waiter = state.withLock { state -> CheckedContinuation<PasskeyBook.Answer, any Error>? in
            guard id == nil || state.book.open?.id == id else { return nil }
            state.book.close()
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: error)
    }

    private func end() {
        state.withLock {
            $0.wanted = nil
            $0.asking = nil
            $0.shown = nil
        }
        drop(CancellationError())
    }
}
