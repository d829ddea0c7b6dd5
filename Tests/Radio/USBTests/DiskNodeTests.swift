import DeviceCodecs
import DevicePeers
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import USB

/// The disk that a meter shows, played by a peer, and a disk of the kernel, played by a file.
@Suite struct DiskNodeTests {
    /// A meter behind its disk.
    private final class Disk: BlockDevice {
        private let state: Mutex<(meter: OneTouchDiskPeer, isGone: Bool)>

        init(_ meter: OneTouchDiskPeer = OneTouchDiskPeer()) { state = Mutex((meter, false)) }

        var meter: OneTouchDiskPeer { state.withLock { $0.meter } }

        func unplug() { state.withLock { $0.isGone = true } }

        func read(_ block: Int) -> [UInt8]? { state.withLock { $0.isGone ? nil : $0.meter.read(block) } }

        func write(_ bytes: [UInt8], to block: Int) -> Bool {
            state.withLock { state in
                if !state.isGone { state.meter.write(bytes, to: block) }
                return !state.isGone
            }
        }
    }

    private struct Blank: BlockDevice {
        let first: [UInt8]?

        func read(_: Int) -> [UInt8]? { first }
        func write(_: [UInt8], to _: Int) -> Bool {
            Issue.record("a disk that is no meter's is written")
            return false
        }
    }

    @Test func aRequestIsAnsweredInItsBlock() async throws {
        let disk = Disk()
        let node = try DiskNode(disk)
        #expect(node.read() == .nothing && disk.meter.requests == 0)
        let serial: [UInt8] = [3, 0x02, 0x0A, 0x00, 0x04, 0xE6, 0x02, 0x00, 0x03]
        #expect(node.write(serial, to: .usbDisk))
        // The checksum is missing, so the meter refuses the request.
        try await eventually("the exchange") { disk.meter.requests == 1 }
        try await eventually("an answer") {
            guard case .report(let block) = node.read() else { return false }
            return block.count == 512 && block[0] == 2
        }
        disk.unplug()
        #expect(node.write(serial, to: .usbDisk))
        try await eventually("the unplugging") { node.read() == .gone }
        #expect(!node.write(serial, to: .usbDisk))
    }

    /// Whatever a driver asks, only the request block of a meter's own disk is written.
    @Test func nothingElseIsWritten() throws {
        for first in [nil, [], [UInt8](repeating: 0, count: 512), Array("LIFESCAN   FAT16".utf8)] {
            #expect(throws: CableFailure.self) { try DiskNode(Blank(first: first)) }
        }
        let disk = Disk()
        let node = try DiskNode(disk)
        let frame: [UInt8] = [0x02, 0x09, 0x00, 0x04, 0x20, 0x02, 0x03, 0xF9, 0xC3]
        for block: UInt8 in [0, 1, 2, 4, 5, 255] { #expect(!node.write([block] + frame, to: .usbDisk)) }
        #expect(!node.write([3] + frame, to: .usbPipe) && !node.write([3], to: .usbDisk))
        #expect(!node.write([3] + [UInt8](repeating: 1, count: 513), to: .usbDisk))
        node.close()
        #expect(!node.write([3] + frame, to: .usbDisk) && node.read() == .gone)
        #expect(disk.meter.requests == 0 && disk.meter.strayBlocks.isEmpty)
    }

    @Test func aFileIsReadAndWrittenInBlocks() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "disk")
        try Data((0..<(5 * 512)).map { UInt8($0 / 512) }).write(to: url)
        let file = try BlockFile(url.path, isDirect: false)
        #expect(file.read(2) == [UInt8](repeating: 2, count: 512))
        #expect(file.write([UInt8](repeating: 9, count: 512), to: 3) && !file.write([1, 2], to: 3))
        #expect(try Data(contentsOf: url) == Data([0, 1, 2, 9, 4].flatMap { [UInt8](repeating: $0, count: 512) }))
        #expect(file.read(5) == nil)
        #expect(throws: CableFailure.self) { try BlockFile(folder.url.appending(path: "none").path) }
    }
}
