import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization
import VitalRecords

/// The reader's reasons for failures, the last one for each device.
final class FailureWatch: Sendable {
    private let reasons = Mutex<[String: [DeviceID: ReaderFailure]]>([:])
    private let subscription: BusSubscription

    /// Watches until ``end()``.
    init(_ line: RunningLine) async throws {
        let topics = [ReaderTopics.passiveDidFail.descriptor, ReaderTopics.didNotPairPeripheral.descriptor]
        subscription = try await line.connection.client.subscribe(to: topics, hub: LineSetup.hub)
        Task { [subscription] in for await message in subscription { take(message) } }
    }

    private func take(_ message: BusMessage) {
        guard let failure = try? Envelope<PeripheralDidFail>.decode(message.payload).data, let device = failure.device
        else { return }
        let name = message.topic.split(separator: "/").last.map(String.init) ?? ""
        reasons.withLock { $0[name, default: [:]][device] = failure.reason }
    }

    /// Why a device was not read.
    func passive(_ device: DeviceID) -> ReaderFailure? { reasons.withLock { $0["passiveDidFail"]?[device] } }

    /// Why a device was not paired.
    func pairing(_ device: DeviceID) -> ReaderFailure? { reasons.withLock { $0["didNotPairPeripheral"]?[device] } }

    /// Ends the watch.
    func end() { subscription.cancel() }
}
