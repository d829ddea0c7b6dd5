import DeviceCodecs
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import USB

/// Bulk transfers, with a device that echoes.
@Suite struct BulkNodeTests {
    private final class Echo: BulkDevice {
        private struct State {
            var waiting: [[UInt8]] = []
            var sent: [[UInt8]] = []
            var isGone = false
        }

        private let state = Mutex(State())

        var sent: [[UInt8]] { state.withLock { $0.sent } }

        func unplug() { state.withLock { $0.isGone = true } }

        func close() { unplug() }

        func receive() -> CableFinding {
            state.withLock { state in
                if state.isGone { return .gone }
                return state.waiting.isEmpty ? .nothing : .report(state.waiting.removeFirst())
            }
        }

        func send(_ bytes: [UInt8]) -> Bool {
            state.withLock { state in
                state.sent.append(bytes)
                state.waiting.append(bytes)
                return !state.isGone
            }
        }
    }

    /// Messages keep their order although threads send them.
    @Test func messagesLeaveAndArriveInOrder() async throws {
        let echo = Echo()
        let node = BulkNode(echo)
        let messages = (0..<100).map { [UInt8($0)] }
        for message in messages { #expect(node.write(message, to: .usbBulk)) }
        let arrived = Mutex<[[UInt8]]>([])
        try await eventually("every message") {
            while case .report(let bytes) = node.read() { arrived.withLock { $0.append(bytes) } }
            return arrived.withLock { $0.count } == messages.count
        }
        #expect(arrived.withLock { $0 } == messages && echo.sent == messages)
        #expect(!node.write([1], to: .usbPipe) && !node.write([], to: .usbBulk))
        echo.unplug()
        try await eventually("the unplugging") { node.read() == .gone }
    }

    @Test func aClosedNodeSendsNothing() {
        let echo = Echo()
        let node = BulkNode(echo)
        node.close()
        #expect(!node.write([1], to: .usbBulk) && echo.sent.isEmpty && node.read() == .gone)
    }

    /// A device's descriptor, its configuration, an interrupt endpoint, and both bulk endpoints.
    @Test func theBulkEndpointsAreFound() {
        let device: [UInt8] = [18, 1] + [UInt8](repeating: 0, count: 16)
        let head: [UInt8] = [9, 2, 39, 0, 1, 1, 0, 0x80, 50, 9, 4, 0, 0, 3, 0xFF, 0, 0, 0]
        let ends: [UInt8] = [7, 5, 0x83, 3, 8, 0, 10, 7, 5, 0x81, 2, 64, 0, 0, 7, 5, 0x02, 2, 64, 0, 0]
        let found = USBFile.Endpoints(device + head + ends)
        #expect(found?.input == 0x81 && found?.output == 0x02)
        #expect(USBFile.Endpoints(device + head + ends.prefix(14)) == nil)
        for length in 0..<(device + head + ends).count {
            #expect(USBFile.Endpoints(Array((device + head + ends).prefix(length))) == nil)
        }
        #expect(USBFile.Endpoints([0, 5, 1, 2, 3, 4, 5]) == nil)
    }

    @Test func aFileThatIsMissingSaysWhatToDo() throws {
        let folder = try TemporaryFolder()
        #expect(throws: CableFailure.self) { try USBFile(folder.url.appending(path: "001").path) }
    }
}
