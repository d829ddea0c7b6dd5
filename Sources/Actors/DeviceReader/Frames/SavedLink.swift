internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox

/// The frames that one link left on disk, with what was known of the device.
struct SavedLink: Sendable {
    /// The device's UUID.
    let device: String
    /// The row of the context; nil where it is decoded already, or was never there.
    var contextRow: Int64?
    /// What was known of the device.
    var context: ReadContext?
    /// The frames in the order in which they came.
    var frames: [ArrivedFrame] = []
    /// Rows whose characteristic has no name that can be read.
    var nameless: [Int64] = []

    /// What the frames come to.
    var assembled: [AssembledFrames] {
        // Only its driver knows what they mean, and on that link only: the device is asked again, the frames are kept.
        guard context?.driver == nil else {
            return frames.map { AssembledFrames(rows: [$0.row], receivedAt: $0.at) }
        }
        var assembler = FrameAssembler(quirks: context?.deviceQuirks ?? [])
        var results: [AssembledFrames] = []
        for frame in frames { results += assembler.expire(at: frame.at) + assembler.add(frame) }
        results += assembler.flush()
        let unnamed = nameless.map { AssembledFrames(rows: [$0], receivedAt: .distantPast) }
        return results + unnamed
    }

    /// Parts frames, oldest first, into links: each context begins one of its device's.
    static func links(of frames: [StoredFrame]) -> [SavedLink] {
        var links: [SavedLink] = []
        var current: [String: Int] = [:]
        for frame in frames {
            if frame.characteristic == ReadContext.characteristic {
                current[frame.device] = links.count
                let context = try? WireJSON.decode(ReadContext.self, from: Array(frame.bytes))
                links.append(SavedLink(device: frame.device, contextRow: frame.id, context: context))
                continue
            }
            let index = current[frame.device] ?? links.count
            if index == links.count {
                current[frame.device] = index
                links.append(SavedLink(device: frame.device))
            }
            guard let characteristic = BluetoothUUID(frame.characteristic) else {
                links[index].nameless.append(frame.id)
                continue
            }
            let bytes = Array(frame.bytes)
            links[index].frames.append(
                ArrivedFrame(row: frame.id, characteristic: characteristic, bytes: bytes, at: frame.receivedAt)
            )
        }
        return links
    }
}
