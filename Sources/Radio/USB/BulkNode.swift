public import DeviceCodecs
internal import Foundation
internal import Synchronization

/// A USB device that takes and sends messages in bulk transfers.
public protocol BulkDevice: Sendable {
    /// Waits some time for a message.
    func receive() -> CableFinding
    /// Sends a message, and returns whether the device took it.
    func send(_ bytes: [UInt8]) -> Bool
    /// Ends a wait, and lets the device be opened again.
    func close()
}

/// A meter that exchanges messages in bulk transfers.
///
/// A transfer waits for the meter, so one thread receives until the node is closed, and each message is sent in a thread.
/// Source: facts §16.
public final class BulkNode: CableNode {
    /// The messages that wait at most in one direction; a meter has one under way.
    private static let limit = 256

    private struct State {
        var device: (any BulkDevice)?
        var arrived: [[UInt8]] = []
        var leaving: [[UInt8]] = []
        var isGone = false
    }

    private let state: Mutex<State>
    /// Held while a message is sent, so that messages leave in their order.
    private let turn = Mutex<Void>(())

    /// Takes a device and begins to receive.
    public init(_ device: any BulkDevice) {
        state = Mutex(State(device: device))
        Thread.detachNewThread { [weak self] in
            // The thread ends with the node: it holds the node only between two waits.
            while let finding = Optional(device.receive()), self?.take(finding) == true {}
        }
    }

    /// Reads the next message.
    public func read() -> CableFinding {
        state.withLock { state in
            if !state.arrived.isEmpty { return .report(state.arrived.removeFirst()) }
            return state.isGone ? .gone : .nothing
        }
    }

    /// Sends a message.
    public func write(_ bytes: [UInt8], to pipe: BluetoothUUID) -> Bool {
        let isTaken = state.withLock { state in
            guard pipe == .usbBulk, !bytes.isEmpty, state.device != nil, state.leaving.count < Self.limit else {
                return false
            }
            state.leaving.append(bytes)
            return true
        }
        if isTaken { Thread.detachNewThread { self.sendNext() } }
        return isTaken
    }

    /// Ends the receiving, and releases the device.
    public func close() {
        let device = state.withLock { state in
            defer { (state.device, state.isGone) = (nil, true) }
            return state.device
        }
        device?.close()
    }

    /// Notes what arrived, and returns whether more may follow.
    private func take(_ finding: CableFinding) -> Bool {
        state.withLock { state in
            switch finding {
            case .report(let bytes) where state.arrived.count < Self.limit: state.arrived.append(bytes)
            case .nothing: break
            case .report, .gone: state.isGone = true
            }
            return state.device != nil && !state.isGone
        }
    }

    private func sendNext() {
        turn.withLock { _ in
            let next = state.withLock { state in
                state.leaving.isEmpty ? nil : state.device.map { ($0, state.leaving.removeFirst()) }
            }
            guard let (device, bytes) = next, !device.send(bytes) else { return }
            state.withLock { $0.isGone = true }
        }
    }
}
