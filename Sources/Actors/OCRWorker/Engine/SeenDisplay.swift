package import BusContract
package import VitalRecords

/// The result of reading a display.
package struct SeenDisplay: Sendable {
    /// The recognised meter, as far as known.
    package struct Meter: Sendable {
        /// Its number in the catalogue of displays.
        package var peripheralID: Int?
        /// The manufacturer.
        package var manufacturer: String?
        /// The model.
        package var model: String?
        /// The record type of its values.
        package var recordType: RecordType

        /// Creates a meter.
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

    /// The display's rows, separated by line feeds.
    package var text: String
    /// The fields with their measurements; empty without a reading.
    package var fields: [DisplayResult.Field]
    /// The overall confidence, from 0 to 1.
    package var confidence: Double
    /// Why the reading is not certain enough to accept; empty if and only if it is.
    package var reasons: [ReadingDoubt]
    /// Why there is no reading, as in `DisplayResult.refused`; nil if there is one.
    package var refused: String?
    /// The reflection on the display.
    package var glare: Glare?
    /// The meter; nil without a reading.
    package var meter: Meter?
    /// The cropped display as JPEG; empty if there is none.
    package var crop: [UInt8]
    /// The display's area in the picture; nil if none was found.
    package var place: PictureArea?

    /// Creates a result.
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

    /// Whether the reading is certain enough to accept.
    package var isAccepted: Bool { reasons.isEmpty }

    /// The reasons to publish; none for a refused display, whose refusal already explains it.
    var toldReasons: [ReadingDoubt]? { refused != nil || reasons.isEmpty ? nil : reasons }

    /// The values for a record.
    var measurements: [Measurement] { fields.compactMap(\.measurement) }

    /// Whether there is a reading for a person to confirm.
    var isReading: Bool { refused == nil && meter != nil && !measurements.isEmpty }

    /// The result as sent over the bus.
    func result(crop: PictureReference?) -> DisplayResult {
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
