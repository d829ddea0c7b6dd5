internal import DeviceCodecs
internal import FoundationEssentials

/// Assembles the frames of one link into measurements, regardless of the order in which their parts arrive.
///
/// Pure: the result depends only on the frames and their arrival times, so a replay of saved frames gives the same
/// measurements. Every row is returned exactly once, at the latest by ``flush()``.
struct FrameAssembler: Sendable {
    /// The model's quirks.
    let quirks: Set<DeviceQuirk>
    private var glucose = GlucoseJoin()
    private var weighing = WeighingJoin()
    private var oximetry = OximetrySettling()
    private var untimed = UntimedWait()
    private var records: RecordClock

    /// Creates an assembler.
    ///
    /// - Parameters:
    ///   - quirks: The model's quirks.
    ///   - isClockHidden: Whether the device shows no clock that the hub could compare.
    init(quirks: Set<DeviceQuirk>, isClockHidden: Bool = false) {
        self.quirks = quirks
        records = RecordClock(isClockHidden: isClockHidden)
    }

    /// Creates the assembler of a link.
    init(of context: ReadContext?) {
        self.init(quirks: context?.deviceQuirks ?? [], isClockHidden: context?.isClockHidden ?? false)
    }

    /// Adds a frame and returns the measurements that it completes.
    mutating func add(_ frame: ArrivedFrame) -> [AssembledFrames] { waiting(joined(frame)) }

    /// Returns measurements that have waited long enough for their other half, or for a second one without a time.
    mutating func expire(at now: Date) -> [AssembledFrames] {
        waiting(weighing.expire(at: now) + oximetry.expire(at: now)) + untimed.expire(at: now)
    }

    /// Returns everything that is left at the end of the link.
    mutating func flush() -> [AssembledFrames] {
        let left = waiting(glucose.flush() + weighing.flush() + oximetry.flush())
        return left + untimed.flush() + records.flush(quirks: quirks)
    }

    /// Holds back measurements whose time depends on a later one.
    private mutating func waiting(_ results: [AssembledFrames]) -> [AssembledFrames] {
        results.map(Self.reported).flatMap { untimed.add($0) }.flatMap { records.add($0) }
    }

    /// Reports an ambiguous measurement like an undecodable frame.
    private static func reported(_ frames: AssembledFrames) -> AssembledFrames {
        guard let measurement = frames.measurement, let error = measurement.unclear, let row = frames.rows.last else {
            return frames
        }
        var result = frames
        result.unreadable = AssembledFrames.Unreadable(
            row: row,
            characteristic: measurement.characteristic,
            length: measurement.keyBytes.count,
            error: error
        )
        return result
    }

    private mutating func joined(_ frame: ArrivedFrame) -> [AssembledFrames] {
        let used = AssembledFrames(rows: [frame.row], receivedAt: frame.at)
        let decoded: DeviceFrame
        do {
            decoded = try DeviceFrame(characteristic: frame.characteristic, bytes: frame.bytes, quirks: quirks)
        } catch {
            return [unreadable(frame, error: error, used: used)]
        }
        switch decoded {
        case .measurement(let measurement):
            switch measurement.characteristic {
            case .glucoseMeasurement: return glucose.add(measurement, frame: frame)
            case .weightMeasurement, .bodyCompositionMeasurement: return weighing.add(measurement, frame: frame)
            default:
                var result = used
                result.measurement = measurement
                return [result]
            }
        case .continuous(let measurement): return oximetry.add(measurement, frame: frame)
        case .glucoseContext(let context): return glucose.add(context, frame: frame)
        case .bodyCompositionPart(let part): return weighing.add(part, frame: frame)
        case .progress: return [used]
        }
    }

    private func unreadable(
        _ frame: ArrivedFrame,
        error: CodecError,
        used: AssembledFrames
    ) -> AssembledFrames {
        var result = used
        // Frames of control points are stored for diagnosis, but are not measurements.
        guard !Self.controls.contains(frame.characteristic) else { return result }
        result.unreadable = AssembledFrames.Unreadable(
            row: frame.row,
            characteristic: frame.characteristic,
            length: frame.bytes.count,
            error: error
        )
        return result
    }

    private static let controls: Set<BluetoothUUID> = [.recordAccessControlPoint, .userControlPoint, .currentTime]
}
