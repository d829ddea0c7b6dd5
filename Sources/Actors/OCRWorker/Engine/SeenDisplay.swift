package import BusContract
package import VitalRecords

/// What was seen on a display.
package struct SeenDisplay: Sendable {
    /// The meter that it is, as far as it is known.
    package struct Meter: Sendable {
        /// Its number in the catalogue of displays.
        package var peripheralID: Int?
        /// Who makes it.
        package var manufacturer: String?
        /// The model.
        package var model: String?
        /// The kind of record that its values make.
        package var recordType: RecordType

        /// Makes a meter.
        package init(
            peripheralID: Int? = nil,
            manufacturer: String? = nil,
            model: String? = nil,
            recordType: RecordType
        ) {
            self.peripheralID = peripheralID
            self.manufacturer = manufacturer
            self.model = model
            self.recordType = recordType
        }
    }

    /// The rows, divided by line feeds.
    package var text: String
    /// The values with what a record says of them; empty where there is no reading.
    package var fields: [DisplayResult.Field]
    /// How certain all of it is, from 0 to 1.
    package var confidence: Double
    /// Why it is not certain enough to be taken for right; empty if and only if it is.
    package var reasons: [ReadingDoubt]
    /// Why there is no reading, as `DisplayResult.refused` has it; nil where there is one.
    package var refused: String?
    /// A reflection.
    package var glare: Glare?
    /// The meter; nil where there is no reading.
    package var meter: Meter?
    /// The display cut out, as JPEG; empty where there is none.
    package var crop: [UInt8]
    /// Where the display is in the picture; nil where none was found.
    package var place: PictureArea?

    /// Makes what was seen.
    package init(
        text: String,
        fields: [DisplayResult.Field] = [],
        confidence: Double = 0,
        reasons: [ReadingDoubt] = [.unsure],
        refused: String? = nil,
        glare: Glare? = nil,
        meter: Meter? = nil,
        crop: [UInt8] = [],
        place: PictureArea? = nil
    ) {
        self.text = text
        self.fields = fields
        self.confidence = confidence
        self.reasons = reasons
        self.refused = refused
        self.glare = glare
        self.meter = meter
        self.crop = crop
        self.place = place
    }

    /// Whether it is certain enough to be taken for right.
    package var isAccepted: Bool { reasons.isEmpty }

    /// The reasons as they are told: none of what is refused, which says why itself.
    package var toldReasons: [ReadingDoubt]? { refused != nil || reasons.isEmpty ? nil : reasons }

    /// The values that a record can have.
    package var measurements: [Measurement] { fields.compactMap(\.measurement) }

    /// Whether there is a reading for a person to confirm.
    package var isReading: Bool { refused == nil && meter != nil && !measurements.isEmpty }

    /// As it goes over the bus.
    package func result(crop: PictureReference?) -> DisplayResult {
        DisplayResult(
            text: text,
            fields: fields,
            confidence: confidence,
            accepted: isAccepted,
            reasons: toldReasons,
            refused: refused.map(DisplayResult.Refusal.init(rawValue:)),
            glare: glare,
            crop: crop,
            display: place
        )
    }
}
