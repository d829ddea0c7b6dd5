/// A OneTouch meter on a cable: a disk whose block 3 takes requests and gives answers.
///
/// Source: tidepool-org/uploader, glucometers-tech/glucometerutils.
package struct OneTouchDiskPeer: Sendable {
    /// The bytes of a block.
    package static let blockSize = 512

    /// The meter behind the disk.
    package var meter = OneTouchPeer()
    /// The meter's serial number.
    package var serial = "ZRTM7700"
    /// The numbers of the requests, from 1, that leave the earlier answer in the block.
    package var stale: Set<Int> = []
    /// The numbers of the requests that stay in the block as they were written.
    package var silent: Set<Int> = []
    /// The numbers of the requests whose answer arrives damaged.
    package var damaged: Set<Int> = []
    /// The requests so far.
    package private(set) var requests = 0
    /// The blocks other than 3 that a computer wrote to.
    package private(set) var strayBlocks: [Int] = []
    private var answer = [UInt8](repeating: 0, count: OneTouchDiskPeer.blockSize)

    /// Makes a meter without records.
    package init() {}

    /// What a computer reads from a block: block 0 is the first of a file system that has the maker's name.
    package func read(_ block: Int) -> [UInt8] {
        guard block != 3 else { return answer }
        var bytes = [UInt8](repeating: 0, count: Self.blockSize)
        if block == 0 { bytes.replaceSubrange(0x2B..<0x3B, with: Array("LIFESCAN   FAT16".utf8)) }
        return bytes
    }

    /// Takes what a computer writes to a block.
    package mutating func write(_ bytes: [UInt8], to block: Int) {
        guard block == 3, bytes.count == Self.blockSize else { return strayBlocks.append(block) }
        requests += 1
        guard !stale.contains(requests) else { return }
        guard !silent.contains(requests) else {
            answer = bytes
            return
        }
        let length = Int(bytes[1]) | Int(bytes[2]) << 8
        let reply = reply(to: OneTouchPeer.message(in: Array(bytes.prefix(length))) ?? [])
        answer = OneTouchPeer.frame(of: reply)
        if damaged.contains(requests) { answer[5] ^= 0x20 }
        answer += [UInt8](repeating: 0, count: Self.blockSize - answer.count)
    }

    private mutating func reply(to message: [UInt8]) -> [UInt8] {
        guard message == [0xE6, 0x02, 0x00] else { return meter.answer(message) }
        return [0x06] + Array(serial.utf16).flatMap { little(Int($0), count: 2) } + [0, 0]
    }
}
