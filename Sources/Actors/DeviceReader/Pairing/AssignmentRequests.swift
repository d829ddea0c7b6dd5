internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Asks the session manager to assign paired devices to their seats; requests stay on disk until they are answered.
@ReaderIsolation final class AssignmentRequests {
    /// The outcome of a request.
    enum Answer {
        case assigned
        /// Refused permanently, with the reason.
        case refused(WireFault)
        /// Not answered; the request is stored and will be resent.
        case unanswered
    }

    /// How long a pairing waits for the session manager's answer, in seconds.
    private static let patience: TimeInterval = 15

    /// Whether stored requests are being sent.
    private var isSending = false
    private let context: ActorContext
    private let store: OutboxStore
    /// The hub of the session manager.
    private let managerHub: String

    init(_ context: ActorContext, store: OutboxStore, managerHub: String) {
        self.context = context
        self.store = store
        self.managerHub = managerHub
    }

    private var environment: BusEnvironment { context.environment }
    private var logger: Logger { context.logger }

    /// Asks the session manager, which alone knows the seats, whether a device can be assigned.
    ///
    /// - Throws: `BusError`.
    func check(_ body: PairPeripheral, seat: String) async throws {
        let request = AssignDevice(device: body.device, userIndex: body.userIndex, seat: seat, checkOnly: true)
        do {
            try await call(request)
        } catch let error as BusError where error.isRetriable {
            throw BusError(
                error.code,
                message:
                    "the session manager does not answer, so seat '\(seat)' cannot be checked: try again, or pair without a seat and assign the device later",
                isRetriable: true
            )
        }
    }

    /// Requests the assignment of a device to a seat, and waits for the answer.
    func assign(_ device: DeviceID, userIndex: Int?, to seat: String) async -> Answer {
        let (now, end) = (environment.now(), environment.steady().addingTimeInterval(Self.patience))
        let request = AssignDevice(device: device, userIndex: userIndex, seat: seat, from: now)
        do {
            try await store.storePeripheralData(
                device: device.description,
                kind: OutboxStore.assignmentKind,
                userIndex: userIndex,
                content: Data(try WireJSON.encode(request)),
                at: now
            )
        } catch {
            // The device is paired even if the disk fails, and the reply tells whether it was assigned.
            logger.error(
                "could not store an assignment; if there is no answer now, assign the device by hand",
                metadata: ["device": "\(device)", "seat": "\(seat)", "error": "\(error)"]
            )
        }
        while true {
            let answer = await send(request)
            guard case .unanswered = answer, environment.steady() < end else { return answer }
            do { try await environment.clock.sleep(for: .seconds(1)) } catch { return answer }
        }
    }

    /// Resends the stored requests in the background, because an unavailable session manager takes time.
    func retry() {
        guard !isSending else { return }
        isSending = true
        Task {
            await sendStored()
            isSending = false
        }
    }

    /// The error for a paired device that is not assigned to its seat.
    nonisolated static func unassigned(_ device: DeviceID, because fault: WireFault) -> WireFault {
        let words = "device \(device) is paired, but not assigned: \(fault.message)"
        return WireFault(code: fault.code, message: words, retriable: fault.retriable)
    }

    private func sendStored() async {
        do {
            for stored in try await store.peripheralData(kind: OutboxStore.assignmentKind) {
                do {
                    _ = await send(try WireJSON.decode(AssignDevice.self, from: Array(stored.content)))
                } catch {
                    logger.error(
                        "cannot read a stored assignment; assign the device by hand, or forget it",
                        metadata: ["device": "\(stored.device)", "error": "\(error)"]
                    )
                }
            }
        } catch {
            logger.warning(
                "could not read stored assignments, so they were not sent yet: check the disk",
                metadata: ["error": "\(error)"]
            )
        }
    }

    /// Sends a request, and drops it if the session manager refuses it permanently.
    private func send(_ request: AssignDevice) async -> Answer {
        do {
            try await call(request)
            await drop(request)
            return .assigned
        } catch let error as BusError where !error.isRetriable {
            logger.error(
                "could not assign a paired device to its seat; assign it by hand",
                metadata: [
                    "device": "\(request.device)", "seat": "\(request.seat)", "error": "\(error.code.rawValue)",
                ]
            )
            await drop(request)
            return .refused(Self.unassigned(request.device, because: WireFault(error)))
        } catch {
            logger.warning(
                "the session manager did not answer an assignment; will send it again",
                metadata: ["device": "\(request.device)"]
            )
            return .unanswered
        }
    }

    private func call(_ request: AssignDevice) async throws {
        _ = try await context.requests.call(
            SessionOperations.assignDevice,
            hub: managerHub,
            body: request,
            timeout: .seconds(5)
        )
    }

    private func drop(_ request: AssignDevice) async {
        do {
            _ = try await store.erasePeripheralData(
                device: request.device.description,
                kind: OutboxStore.assignmentKind
            )
        } catch {
            // A repeated request is harmless.
            logger.warning(
                "could not erase an answered assignment; will send it again",
                metadata: ["device": "\(request.device)", "error": "\(error)"]
            )
        }
    }
}
