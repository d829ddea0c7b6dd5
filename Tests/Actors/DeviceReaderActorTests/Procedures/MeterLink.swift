import DeviceCodecs

@testable import DeviceReaderActor

/// One link between a procedure and a scripted meter, on a clock that jumps from deadline to deadline.
struct MeterLink {
    /// The result of a link.
    struct Result {
        var records: Set<[UInt8]> = []
        /// The mark that would be on disk afterwards.
        var mark: MemoryMark?
        /// All marks in order.
        var marks: [MemoryMark] = []
        var ends: [ProcedureEnd] = []
        var seconds: Double = 0
    }

    var now: Duration = .zero
    var result = Result()

    /// Runs a complete link.
    ///
    /// - Parameters:
    ///   - breakAfter: The number of record frames before the link breaks; nil for a link that lasts.
    ///   - mark: The mark of earlier links.
    static func run(
        _ meter: inout ScriptedMeter,
        mark: MemoryMark? = nil,
        breakAfter: Int? = nil,
        quirks: Set<DeviceQuirk> = []
    ) -> Result {
        var link = MeterLink()
        link.result.mark = mark
        var procedure = GlucoseProcedure(mark: mark, quirks: quirks)
        var left = breakAfter ?? .max
        var waiting = link.carryOut(procedure.handle(.begin, at: .zero), &meter)
        // The number of steps is limited, in case the procedure never ends.
        for _ in 0..<100_000 where link.result.ends.isEmpty {
            if waiting.isEmpty {
                guard let deadline = procedure.deadline else { break }
                link.now = max(link.now, deadline)
                waiting += link.carryOut(procedure.handle(.tick, at: link.now), &meter)
                continue
            }
            let frame = waiting.removeFirst()
            if frame.characteristic != .recordAccessControlPoint {
                guard left > 0 else {
                    _ = link.carryOut(procedure.handle(.linkEnded, at: link.now), &meter)
                    break
                }
                left -= 1
                if frame.characteristic == .glucoseMeasurement { link.result.records.insert(frame.bytes) }
            }
            link.now += .milliseconds(5)
            waiting += link.carryOut(procedure.handle(.value(frame.characteristic, frame.bytes), at: link.now), &meter)
        }
        link.result.seconds = Double(link.now.components.seconds)
        return link.result
    }

    private mutating func carryOut(
        _ outputs: [ProcedureOutput],
        _ meter: inout ScriptedMeter
    ) -> [ScriptedMeter.Frame] {
        outputs.flatMap { output -> [ScriptedMeter.Frame] in
            switch output {
            case .write(_, let bytes): return meter.write(bytes)
            case .progress(let mark):
                result.mark = mark
                result.marks.append(mark)
            case .forgetProgress: result.mark = nil
            case .end(let end): result.ends.append(end)
            case .resubscribe, .consents, .read, .userData: break
            }
            return []
        }
    }
}
