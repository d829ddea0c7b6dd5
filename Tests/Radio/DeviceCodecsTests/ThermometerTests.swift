import DeviceCodecs
import Testing
import VitalRecords

@Suite struct ThermometerTests {
    private func measurement(_ hex: String) throws -> DeviceMeasurement {
        let bytes = try CharacteristicDecoder.bytes(hex: hex)
        let frame = try DeviceFrame(characteristic: .temperatureMeasurement, bytes: bytes)
        guard case .measurement(let result) = frame else { throw QuirkCase.Unexpected() }
        return result
    }

    @Test func theUnitAndTheDigitsAreTheDevices() throws {
        let celsius = try measurement("00 420e00fe")
        #expect(celsius.measurements.map { "\($0.metric) \($0.value) \($0.unit)" } == ["body_temperature 36.50 Cel"])
        let fahrenheit = try measurement("01 da0300ff")
        #expect(fahrenheit.measurements.map { "\($0.value) \($0.unit)" } == ["98.6 [degF]"])
    }

    @Test(arguments: [
        ("ffff7f00", false, [OutOfBounds]()), ("00008000", false, []), ("01008000", false, []),
        ("feff7f00", true, [OutOfBounds(metric: .bodyTemperature, direction: .high)]),
        ("02008000", true, [OutOfBounds(metric: .bodyTemperature, direction: .low)]),
    ])
    func specialValuesAreNoNumbers(word: String, isUsable: Bool, bounds: [OutOfBounds]) throws {
        let result = try measurement("00 \(word)")
        #expect(result.measurements.isEmpty)
        #expect(result.isUsable == isUsable)
        #expect(result.context?.outOfBounds ?? [] == bounds)
    }

    @Test(arguments: [
        (1, "site_armpit"), (3, "site_ear"), (6, "site_mouth"), (9, "site_tympanum"), (0, nil), (10, nil),
    ])
    func sitesHaveNames(number: Int, name: String?) {
        #expect(TemperatureType(rawValue: UInt8(number)).name == name)
    }

    @Test func anIntermediateTemperatureIsNoReading() throws {
        let bytes = try CharacteristicDecoder.bytes(hex: "00 420e00fe")
        #expect(try DeviceFrame(characteristic: .intermediateTemperature, bytes: bytes) == .progress)
        let pressure = try CharacteristicDecoder.bytes(hex: "00 7800 ff07 ff07")
        #expect(try DeviceFrame(characteristic: .intermediateCuffPressure, bytes: pressure) == .progress)
    }

    @Test func whatSendsNoMeasurementIsRefused() {
        let error = #expect(throws: CodecError.self) {
            try DeviceFrame(characteristic: .glucoseFeature, bytes: [0, 0])
        }
        #expect(error?.code == .unsupportedCharacteristic)
    }
}
