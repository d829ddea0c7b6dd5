internal import DeviceCodecs

/// Reads a glucose meter's memory through its record access control point, starting at the mark of the last reading.
///
/// Models whose numbers run backwards have no mark. A mark is valid while the record at it is unchanged, because a
/// renumbered memory has a different record there.
struct GlucoseProcedure: Procedure {
    /// The context comes first, because a frame sent before its subscription would be lost.
    let subscriptions: [BluetoothUUID] = [.glucoseContext, .glucoseMeasurement, .recordAccessControlPoint]
    let usesMarks: Bool
    private(set) var machine: RACPMachine
    private(set) var run: MemoryRun

    /// Creates a procedure.
    ///
    /// - Parameters:
    ///   - mark: How far the memory has been read.
    ///   - quirks: The model's quirks.
    ///   - limits: The time limits.
    init(mark: MemoryMark?, quirks: Set<DeviceQuirk>, limits: RACPMachine.Limits = RACPMachine.Limits()) {
        let usesMarks = !quirks.contains(.taidocReverseSequence)
        self.usesMarks = usesMarks
        let usable = mark.flatMap { usesMarks && $0.last < MemoryMark.highestUsable ? $0 : nil }
        machine = RACPMachine(mark: usable, rules: LinkRules(quirks), limits: limits)
        run = MemoryRun(mark: usable)
    }

    var deadline: Duration? { machine.deadline }
    /// False, because the meter only answers requests.
    var awaitsPerson: Bool { false }

    mutating func handle(_ input: ProcedureInput, at now: Duration) -> [ProcedureOutput] {
        switch input {
        case .begin: translated(machine.start(at: now))
        case .value(let characteristic, let bytes): value(characteristic, bytes: bytes, now: now)
        case .wrote(let failure): translated(machine.wrote(failure, at: now))
        case .subscribed(let failure): translated(machine.subscribed(failure, at: now))
        case .wasRead: []
        case .gap: missed()
        case .tick: translated(machine.tick(at: now))
        case .stop: translated(machine.stop(at: now))
        case .linkEnded: translated(machine.linkEnded())
        }
    }

    private mutating func missed() -> [ProcedureOutput] {
        machine.gap()
        return []
    }

    private mutating func value(
        _ characteristic: BluetoothUUID,
        bytes: [UInt8],
        now: Duration
    ) -> [ProcedureOutput] {
        switch characteristic {
        case .recordAccessControlPoint: return translated(machine.answered(bytes, at: now))
        case .glucoseMeasurement:
            let outputs = translated(machine.record(bytes, at: now))
            // Absent is nil: the frame is on disk, and decoding it later reports the error.
            let number = (try? GlucoseMeasurement(decoding: bytes))?.sequence
            let grown = run.add(bytes, hasContext: number.map(machine.contexts.contains) ?? false)
            return outputs + progress(grown)
        case .glucoseContext:
            let number = (try? GlucoseContext(decoding: bytes))?.sequence
            machine.context(number, at: now)
            return progress(number.flatMap { run.addContext($0) })
        default: return []
        }
    }

    private func progress(_ mark: MemoryMark?) -> [ProcedureOutput] {
        // Until the record at the mark has arrived, this memory is unverified.
        guard usesMarks, machine.isWitnessed, var mark else { return [] }
        // A count verified on this link need not be repeated on the next.
        if machine.mark?.isComplete == true { mark.isComplete = true }
        return [.progress(mark)]
    }

    private mutating func translated(_ outputs: [RACPMachine.Output]) -> [ProcedureOutput] {
        outputs.flatMap { output -> [ProcedureOutput] in
            switch output {
            case .write(let bytes): return [.write(.recordAccessControlPoint, bytes)]
            case .resubscribe: return [.resubscribe]
            case .markIsWrong:
                run = MemoryRun(mark: nil)
                return [.forgetProgress]
            case .end(let end):
                let whole = end == .done && machine.isWhole ? run.complete() : nil
                return progress(whole) + [.end(end)]
            }
        }
    }
}
