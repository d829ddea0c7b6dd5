internal import ArgumentParser
internal import DisplayLayouts
internal import DisplayPeripherals
internal import PhotoReading
internal import Pixels
internal import VitalbusCommand

extension OCRChoice {
    /// The recognition request, using an operator's own layouts.
    ///
    /// - Throws: ``CommandFailure`` for an invalid file or unknown peripheral, `ValidationError` for a unit that the
    ///   peripheral does not have.
    func request(layouts: String?) throws -> RecognitionRequest {
        let angle = Angle.radians(boxAngle)
        var request = RecognitionRequest(kind, unit: unit, box: box, boxAngle: angle)
        if let peripheral {
            let meter = try Self.peripheral(peripheral, layouts: layouts)
            request = RecognitionRequest(meter, unit: unit, box: box, boxAngle: angle)
        } else if layouts != nil {
            throw ValidationError("--layouts needs --peripheral")
        }
        let units = request.layout.fields.flatMap(\.units)
        if let unit, !units.contains(unit) {
            let known = units.map(\.name).joined(separator: ", ")
            throw ValidationError(
                known.isEmpty
                    ? "--unit needs a known kind of meter: give --type"
                    : "--unit '\(unit.name)' is not one that this meter shows: \(known)"
            )
        }
        return request
    }
}
