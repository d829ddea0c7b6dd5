internal import BusContract
internal import DisplayLayouts
internal import DisplayPeripherals
internal import DisplayReading
internal import OCRTools
internal import PhotoReading
internal import Pixels
internal import VitalRecords

/// The display to read, and how its values become measurements.
struct ReadingTarget: Sendable {
    let peripheral: DisplayPeripheral
    let unit: DisplayUnit?
    let box: PixelRect?
    /// The clockwise rotation of the box around its centre, in radians.
    var boxAngle = 0.0

    /// The request for the engine.
    var request: RecognitionRequest { RecognitionRequest(peripheral, unit: unit, box: box, boxAngle: boxAngle) }

    /// Converts a recognition result for the worker.
    func seen(_ picture: RecognisedPicture, crop: [UInt8]) -> SeenDisplay {
        let fields = picture.measurements.map { known in
            DisplayResult.Field(
                key: known.key,
                text: known.text,
                measurement: measurement(known.key, value: known.value, unit: known.unit),
                characters: known.characters.map(\.probability)
            )
        }
        return SeenDisplay(
            text: picture.refusal.map { $0.text.isEmpty ? picture.text : $0.text } ?? picture.text,
            fields: fields,
            confidence: picture.confidence,
            reasons: picture.reasons,
            refused: picture.refusal?.reason,
            glare: glare(picture.glare),
            meter: picture.refusal == nil ? meter : nil,
            crop: crop,
            place: place(of: picture)
        )
    }

    /// A field's value as a measurement; nil for a number of unknown meaning.
    func measurement(_ key: String, value: DecimalNumber, unit word: String?) -> Measurement? {
        guard let field = peripheral.layout.field(key), let metric = field.metric else { return nil }
        guard let unit = word.flatMap(DisplayUnit.named) ?? unit ?? field.defaultUnit else { return nil }
        return Measurement(metric: metric, value: value, unit: unit.ucum)
    }

    /// Whether the display can show a text as a field's value.
    func allows(_ text: String, as key: String) -> Bool {
        guard let field = peripheral.layout.field(key) else { return false }
        // A scale that shows stones and pounds has a separate unit for the pounds.
        return [unit, nil].contains { !DisplayGrammar.interpret(text, as: field, unit: $0).isEmpty }
    }

    /// The meter, as named in a record's source.
    private var meter: SeenDisplay.Meter {
        SeenDisplay.Meter(
            peripheralID: peripheral.id,
            manufacturer: peripheral.manufacturer,
            model: peripheral.model,
            recordType: recordType
        )
    }

    private var recordType: RecordType {
        switch peripheral.kind {
        case .glucoseMeter: .diabetes
        case .weightScale: .weight
        case .bloodPressure, .thermometer, .pulseOximeter, .any: .biometrics
        }
    }

    /// The display's area in the upright picture.
    private func place(of picture: RecognisedPicture) -> PictureArea? {
        guard let bounds = picture.display?.bounds, bounds.width > 0, bounds.height > 0 else { return nil }
        return PictureArea(bounds)
    }

    private func glare(_ report: GlareReport) -> Glare? {
        report.box.map { Glare(area: PictureArea($0), strength: report.strength) }
    }
}
