internal import DeviceCodecs
internal import FoundationEssentials

/// Assembles the one measurement of a link whose frames are adverts.
///
/// It is pure: the same frames give the same measurement. Frames with equal key bytes are parts of one measurement. A
/// frame with other key bytes replaces the earlier ones, because a scale corrected its value before anything was
/// booked.
struct AdvertAssembler: Sendable {
    private let decoder: AdvertDecoder
    private let options: DriverOptions
    private let isLive: Bool
    private var assembled: AssembledFrames?
    /// The frames seen so far, with the identifiers under which they are stored.
    private(set) var seen: Set<ArrivedFrame.Content> = []

    /// Creates an assembler.
    ///
    /// - Parameters:
    ///   - options: The device's key and address, for encrypted adverts.
    ///   - isLive: Whether a person was seen measuring immediately before.
    init(_ decoder: AdvertDecoder, options: DriverOptions, isLive: Bool) {
        self.decoder = decoder
        self.options = options
        self.isLive = isLive
    }

    /// The measurement so far; nil if no frame contained one.
    var result: AssembledFrames? { assembled }

    /// The bytes that identify the measurement; nil without a measurement.
    var keyBytes: [UInt8]? { assembled?.measurement?.keyBytes }

    /// Adds a frame.
    ///
    /// - Throws: ``CodecError`` for a frame that cannot be decoded, or not with these options.
    mutating func add(_ frame: ArrivedFrame) throws(CodecError) {
        seen.insert(frame.content)
        guard case .result(let measurement, _) = try decoder.finding(frame.bytes, options: options) else {
            assembled?.rows.append(frame.row)
            return
        }
        guard var known = assembled, let before = known.measurement else {
            assembled = new(measurement, rows: [frame.row], at: frame.at)
            return
        }
        let rows = known.rows + [frame.row]
        guard before.keyBytes == measurement.keyBytes else {
            assembled = new(measurement, rows: rows, at: frame.at)
            return
        }
        known.measurement = before.joined(withPart: measurement)
        known.rows = rows
        assembled = known
    }

    private func new(_ measurement: DeviceMeasurement, rows: [Int64], at: Date) -> AssembledFrames {
        var frames = AssembledFrames(rows: rows, measurement: measurement, receivedAt: at)
        frames.isLive = isLive
        return frames
    }
}

extension ArrivedFrame {
    /// A frame's bytes and their source.
    struct Content: Sendable, Hashable {
        /// The characteristic, or the place in an advert.
        let characteristic: BluetoothUUID
        /// Its bytes.
        let bytes: [UInt8]
    }

    /// The bytes and their source.
    var content: Content { Content(characteristic: characteristic, bytes: bytes) }
}

extension AdvertAssembler {
    /// Creates the assembler of a saved link; nil if its frames are not adverts, or belong to a protocol unknown to
    /// this version.
    init?(of context: ReadContext, options: DriverOptions) {
        guard let advert = context.advert,
            let decoder = AdvertTable.decoder(for: ProtocolName(rawValue: advert.protocolName))
        else { return nil }
        self.init(decoder, options: options, isLive: advert.isLive)
    }
}
