internal import ArgumentParser
internal import DisplayAccess
internal import DisplayLayouts
internal import DisplayPeripherals
internal import PhotoReading
internal import Pixels

extension DisplayPhotos {
    /// The recognition request for the photos.
    ///
    /// - Throws: `ValidationError` for a unit that the meter does not have.
    func request() throws -> RecognitionRequest {
        let angle = Angle.radians(boxAngle)
        let request =
            peripheral.map { RecognitionRequest($0, unit: unit, box: box, boxAngle: angle) }
            ?? RecognitionRequest(kind, unit: unit, box: box, boxAngle: angle)
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
