import DeviceCodecs
import Foundation
import Testing
import VitalRecords

@Suite struct VectorTests {
    @Test(arguments: ["blood_pressure", "formats"])
    func ownFramesDecodeToExactlyTheExpectedFields(fixture: String) throws {
        for vector in try Vector.fixture(fixture) {
            let decoded = try vector.decoded()
            #expect(decoded == vector.expected, "\(vector.testDescription): \(decoded)")
        }
    }

    @Test(.enabled(if: Vector.sharedFile != nil, "the shared vectors are not on this machine"))
    func sharedFramesOfSupportedCharacteristicsDecode() throws {
        let file = try #require(Vector.sharedFile)
        let supported = Set(CharacteristicTable.codecs.map(\.identifier))
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
            .filter { supported.contains($0.characteristic) }
        // Fewer would mean that the filter, not the decoder, made this pass.
        #expect(vectors.count >= 40)
        #expect(Set(vectors.map(\.characteristic)) == supported)
        for vector in vectors {
            let decoded = try vector.decoded()
            for (field, value) in vector.expected {
                #expect(decoded[field] == value, "\(vector.testDescription) \(field)")
            }
            // What a vector does not state, an absence included, is checked for the fields that change a reading.
            if vector.expected["quirk"] == nil { #expect(decoded["quirk"] == nil, "\(vector.testDescription)") }
        }
    }

    @Test func jsonKeepsTheDigitsThatTheDeviceSent() throws {
        let decoded = try CharacteristicDecoder.decode(characteristic: "2A35", hex: "01a0f06af07cf0")
        #expect(decoded.json == #"{"systolic":16.0,"diastolic":10.6,"map":12.4,"unit":"kPa"}"#)
    }

    @Test func anUnsupportedCharacteristicNamesTheSupportedOnes() throws {
        let error = #expect(throws: CodecError.self) {
            try CharacteristicDecoder.decode(characteristic: "2A18", hex: "00")
        }
        #expect(error?.code == .unsupportedCharacteristic)
        #expect(error?.message.contains("2A35") == true)
    }
}
