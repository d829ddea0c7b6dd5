internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox

/// The frames of one link on disk, with its context.
struct SavedLink: Sendable {
    /// The device's UUID.
    let device: String
    /// Its row; nil for frames without a link.
    var row: Int64?
    /// The context of the link; nil if unreadable.
    var context: ReadContext?
    /// The frames in order of arrival.
    var frames: [ArrivedFrame] = []
    /// Rows with an invalid characteristic name.
    var nameless: [Int64] = []

    /// Whether any frame arrived over the link.
    var hasFrames: Bool { !frames.isEmpty || !nameless.isEmpty }

    /// The measurements of the frames, but for those of encrypted adverts.
    var assembled: [AssembledFrames] { assembled(options: DriverOptions()) }

    /// The measurements of the frames.
    ///
    /// - Parameter options: The device's key and address, for encrypted adverts.
    func assembled(options: DriverOptions) -> [AssembledFrames] {
        // Only the driver's session could interpret them; the frames are kept, and the device is read again.
        guard context?.driver == nil else {
            return frames.map { AssembledFrames(rows: [$0.row], receivedAt: $0.at) }
        }
        if let context, context.advert != nil { return advertised(context, options: options) }
        var assembler = FrameAssembler(of: context)
        var results: [AssembledFrames] = []
        for frame in frames { results += assembler.expire(at: frame.at) + assembler.add(frame) }
        results += assembler.flush()
        let unnamed = nameless.map { AssembledFrames(rows: [$0], receivedAt: .distantPast) }
        return results + unnamed
    }

    /// The one measurement of a link whose frames are adverts; none if this version cannot decode them, so they are kept.
    private func advertised(_ context: ReadContext, options: DriverOptions) -> [AssembledFrames] {
        guard var assembler = AdvertAssembler(of: context, options: options) else { return [] }
        do {
            for frame in frames { try assembler.add(frame) }
        } catch {
            return []
        }
        return assembler.result.map { [$0] } ?? []
    }

    /// Groups frames, oldest first, by link; frames without a link are grouped by device, without a context.
    static func links(_ rows: [StoredLink], frames: [StoredFrame]) -> [SavedLink] {
        var links = rows.map { row in
            // Absent is nil: recovery keeps the frames of an unreadable context, and logs an error.
            let context = try? WireJSON.decode(ReadContext.self, from: Array(row.context))
            return SavedLink(device: row.device, row: row.id, context: context)
        }
        let places = Dictionary(uniqueKeysWithValues: rows.indices.map { (rows[$0].id, $0) })
        var loose: [String: Int] = [:]
        for frame in frames {
            let index = frame.link.flatMap { places[$0] } ?? loose[frame.device] ?? links.count
            if index == links.count {
                loose[frame.device] = index
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
