import DeviceCodecs
import SeededRandom
import Testing
import VitalRecords

@Suite struct FuzzTests {
    /// Nothing traps: short frames are refused with a known code, and all others give JSON.
    @Test func randomFramesNeverTrap() throws {
        var generator = SplitMix64(seed: 20_260_811)
        let known: Set<CodecError.Code> = [.truncated, .empty, .oversized, .invalid]
        var decodedCount = 0
        for round in 0..<100_000 {
            let codec = CharacteristicTable.codecs[round % CharacteristicTable.codecs.count]
            let length = Int.random(in: 0...32, using: &generator)
            let frame = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            do throws(CodecError) {
                let fields = try codec.decode(frame)
                decodedCount += 1
                // Writes the text of every field but not of every frame, which alone would take seconds.
                if round.isMultiple(of: 8) { #expect(DecodedValue.object(fields).json.hasPrefix("{\"")) }
            } catch {
                #expect(known.contains(error.code))
            }
        }
        #expect(decodedCount > 20_000)
    }

    /// Reads the frames as the reader does, with random quirks: nothing traps, and each result is complete.
    @Test func randomFramesOfDevicesNeverTrap() throws {
        var generator = SplitMix64(seed: 20_260_812)
        let characteristics: [BluetoothUUID] = [
            .bloodPressureMeasurement, .glucoseMeasurement, .glucoseContext, .spotCheck, .continuousOximetry,
            .temperatureMeasurement, .weightMeasurement, .bodyCompositionMeasurement, .intermediateCuffPressure,
            .intermediateTemperature,
        ]
        var contexts: [GlucoseContext] = []
        var parts: [BodyComposition] = []
        var measured = 0
        for round in 0..<40_000 {
            let length = Int.random(in: 0...40, using: &generator)
            let frame = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let quirks = Set(DeviceQuirk.allCases.filter { _ in Bool.random(using: &generator) })
            let uuid = characteristics[round % characteristics.count]
            switch try? DeviceFrame(characteristic: uuid, bytes: frame, quirks: quirks) {
            case .measurement(let measurement)?, .continuous(let measurement)?:
                measured += 1
                check(contexts.reduce(measurement) { $0.joined(with: $1) })
            case .glucoseContext(let context)?: contexts = [context] + contexts.prefix(3)
            case .bodyCompositionPart(let part)?:
                if let whole = parts.last?.joined(with: part) { check(whole.deviceMeasurement) }
                parts = [part]
            case .progress?, nil: break
            }
        }
        #expect(measured > 5_000)
    }

    private func check(_ measurement: DeviceMeasurement) {
        #expect(measurement.revision >= 1)
        #expect(!measurement.keyBytes.isEmpty)
        #expect(measurement.measurements.count <= 12)
        #expect(Set(measurement.measurements.map(\.metric)).count == measurement.measurements.count)
        #expect(measurement.context?.isEmpty != true)
        for value in measurement.measurements {
            #expect(MetricTable.metric(named: value.metric)?.unit(value.unit) != nil, "\(value.metric) \(value.unit)")
        }
    }

    @Test func randomTextIsNeverAnIdentifierOrHexThatTraps() {
        var generator = SplitMix64(seed: 7)
        let alphabet = Array("0123456789abcdefABCDEFx-: ,gé٣\u{0}\u{1F600}")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                }
            )
            _ = BluetoothUUID(text)
            _ = try? CharacteristicDecoder.bytes(hex: text)
        }
    }
}
