internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox

/// The frames that one link left on disk, with its context.
struct SavedLink: Sendable {
    /// The device's UUID.
    let device: String
    /// The context's row; nil where it is marked as decoded, or was never stored.
    var contextRow: Int64?
    /// The context of the link.
    var context: ReadContext?
    /// The frames in order of arrival.
    var frames: [ArrivedFrame] = []
    /// Rows with an invalid characteristic name.
    var nameless: [Int64] = []

    /// Whether anything came over the link.
    var hasFrames: Bool { !frames.isEmpty || !nameless.isEmpty }

    /// The measurements of the frames.
    var assembled: [AssembledFrames] {
        // Only the driver's session could interpret them: the device is read again, the frames are kept.
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

    /// Splits frames, oldest first, into links: each context begins a new link of its device.
    static func links(of frames: [StoredFrame]) -> [SavedLink] {
        var links: [SavedLink] = []
        var current: [String: Int] = [:]
        for frame in frames {
            if frame.characteristic == ReadContext.characteristic {
                current[frame.device] = links.count
                // Absent is nil: recovery keeps the frames of a context that cannot be read, and says so.
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
