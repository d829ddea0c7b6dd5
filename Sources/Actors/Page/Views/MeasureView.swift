internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Fills a device's picture and its three instructions.
struct InstructionView {
    let language: PageTexts.Language
    /// The catalogue's language, whose texts show which instructions have a translation.
    let english: PageTexts.Language

    /// The template's values for a model.
    func model(_ peripheral: PeripheralView) -> [String: Any] {
        var model: [String: Any] = [
            "peripheral": "\(peripheral.peripheralID)", "name": peripheral.name,
            "kind": language.word(peripheral.type, of: "measure.device"),
            "isScale": peripheral.type == DeviceCodecs.PeripheralType.weightScale.rawValue,
            "picture": "/measure/pictures/\(peripheral.peripheralID)?type=\(peripheral.type.escaped)",
            "start": instruction(peripheral.startInstructions ?? "", of: peripheral, kind: "start"),
            "reading": instruction(peripheral.readingInstructions, of: peripheral, kind: "reading"),
            "pairing": instruction(peripheral.pairingInstructions, of: peripheral, kind: "pair"),
            "countsBefore": peripheral.advertises == .afterMeasurement,
        ]
        if let evidence = peripheral.evidence {
            model["evidence"] = language.word(evidence.rawValue, of: "measure.evidence")
        }
        return model
    }

    /// An instruction, translated if it is a known one, otherwise as the hub's catalogue words it.
    private func instruction(_ text: String, of peripheral: PeripheralView, kind: String) -> [String: Any] {
        let name = "measure.\(kind).\(peripheral.type)"
        guard let known = english.words[name], text.hasSuffix(known), let words = language.words[name] else {
            return ["text": text, "lang": english.code]
        }
        return ["text": words, "lang": language.code]
    }
}

/// Fills the page of a measurement.
struct MeasureView {
    let time: PageTime
    let instructions: InstructionView
    let rights: Rights

    private var language: PageTexts.Language { time.language }

    /// The values of the template.
    func model(_ run: MeasureDesk.Run) -> [String: Any] {
        let machine = run.machine
        var model: [String: Any] = [
            "run": run.id, "seat": machine.choice.seat, "seatPath": PagePath.seat(machine.choice.seat),
            "hub": machine.choice.hub,
            "device": instructions.model(machine.choice.peripheral), "words": words(machine), "step": step(machine),
            "isActive": machine.isActive, "isEnding": machine.isEnding,
        ]
        model.merge(details(machine)) { $1 }
        return model
    }

    /// The step's name, by which the browser recognises a new step and redraws it even while a person is typing.
    private func step(_ machine: MeasureMachine) -> String {
        switch machine.step {
        case .pairing(let question): "pairing-\(question?.request ?? "")"
        case .searching: "searching"
        case .reading(let phase): phase.rawValue
        case .measured: "measured"
        case .decided: "decided"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    /// The current step as a sentence, for screen readers too.
    private func words(_ machine: MeasureMachine) -> String {
        let seat = ["seat": machine.choice.seat]
        if machine.isActive, machine.isEnding { return language["measure.ending"] }
        switch machine.step {
        case .pairing(let question):
            return language.word(question?.kind.rawValue ?? "now", of: "measure.pairing")
        case .searching: return language["measure.searching"]
        case .reading(let phase): return language.word(phase.rawValue, of: "measure.phase")
        case .measured:
            if machine.items.isEmpty { return language["measure.nothing", seat] }
            return language[machine.offered.isEmpty ? "measure.read" : "measure.ask", seat]
        case .decided(let outcome): return language["measure.decided.\(outcome.rawValue)", seat]
        case .failed(let failure): return language.word(Self.reason(failure), of: "measure.failed")
        case .cancelled: return language["measure.cancelled"]
        }
    }

    /// The reader's error code for a PIN that the scale refuses.
    private static let wrongPIN = "wrongPIN"

    static func reason(_ failure: MeasureMachine.Failure) -> String {
        if failure.isUnanswered { return "away" }
        // The device is paired in this case, but its user is not.
        if failure.fault.code == wrongPIN { return wrongPIN }
        return failure.reason?.rawValue ?? "other"
    }

    private func details(_ machine: MeasureMachine) -> [String: Any] {
        switch machine.step {
        case .pairing(let question): pairing(question)
        case .searching, .reading: ["showsHow": true]
        case .measured, .decided: measured(machine)
        case .failed(let failure): failed(failure, machine: machine)
        case .cancelled: ["showsAgain": true, "isLate": machine.isLate]
        }
    }

    private func pairing(_ question: PasskeyRequested?) -> [String: Any] {
        var model: [String: Any] = ["isPairing": true]
        guard let question else { return model }
        model["question"] = question.request
        model["asksDigits"] = question.kind == .enter
        model["asksSame"] = question.kind == .confirm
        if let digits = question.digits { model["digits"] = digits }
        return model
    }

    private func measured(_ machine: MeasureMachine) -> [String: Any] {
        let isDecided = machine.step != .measured
        var model: [String: Any] = [
            "readings": machine.items.map { item in
                var model: [String: Any] = [
                    "values": item.reading.measurements.map(value), "at": time.text(item.reading.timestamp),
                ]
                if !isDecided, !item.isOffered { model["note"] = note(item) }
                return model
            },
            "hasWord": !machine.offered.isEmpty,
        ]
        if machine.others > 0 { model["others"] = language["measure.others", ["count": "\(machine.others)"]] }
        return model
    }

    /// Why this page cannot confirm a reading.
    private func note(_ item: MeasureMachine.Item) -> String {
        if let seat = item.fate.assignedSeat { return language["measure.contested", ["seat": seat]] }
        let words = language.word(item.fate.fate.rawValue, of: "measure.fate")
        let why = item.fate.reason.map { language.word($0.rawValue, of: "held") }
        return [words, why, item.fate.error?.message].compactMap(\.self).joined(separator: " ")
    }

    private func value(_ measured: Measurement) -> [String: Any] {
        [
            "name": language.word(measured.metric.rawValue, of: "metric"),
            "number": language.number("\(measured.value)"), "unit": TileValues.symbol(measured),
        ]
    }

    private func failed(_ failure: MeasureMachine.Failure, machine: MeasureMachine) -> [String: Any] {
        let mayPair = rights.may(ReaderTopics.pairPeripheral) && machine.choice.device != nil
        let wantsPairing =
            failure.reason == .notPaired || failure.reason == .pairingFailed || failure.fault.code == Self.wrongPIN
        var model: [String: Any] = [
            "isFailure": true, "what": language.word(Self.reason(failure), of: "measure.help"),
            "showsAgain": true, "isLate": machine.isLate,
            "showsPairing": mayPair && wantsPairing,
            "showsForget": mayPair && failure.reason == .staleBond,
            "needsOperator": !rights.may(ReaderTopics.pairPeripheral)
                && (wantsPairing || failure.reason == .staleBond),
        ]
        if !failure.fault.message.isEmpty { model["said"] = failure.fault.message }
        return model
    }
}
