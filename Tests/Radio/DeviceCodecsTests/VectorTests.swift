import DeviceCodecs
import Foundation
import Testing
import VitalRecords

@Suite struct VectorTests {
    @Test(arguments: ["blood_pressure", "formats", "glucose", "oximeter", "thermometer", "scale", "vendor"])
    func ownFramesDecodeToExactlyTheExpectedFields(fixture: String) throws {
        for vector in try Vector.fixture(fixture) {
            let decoded = try vector.decoded()
            #expect(decoded == vector.expected, "\(vector.testDescription): \(decoded)")
        }
    }

    @Test(.enabled(if: Vector.sharedFile != nil, "the shared vectors are not on this machine"))
    func sharedFramesOfSupportedCharacteristicsDecode() throws {
        let file = try #require(Vector.sharedFile)
        let supported = Set(CharacteristicTable.codecs.filter(\.aliases.isEmpty).map(\.identifier))
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
            .filter { supported.contains($0.characteristic) }
        // Fewer would mean that this passes because of the filter, not the decoder.
        #expect(vectors.count >= 113)
        // No public frames exist for these; the project's own frames cover them.
        let unseen: Set = [
            "2A1E", "2A9F", "2A9A", "2A99", "2A85", "2A8C", "2A8E", "2A37", "2A19", "2AA7", "2AAA", "2AAB",
        ]
        #expect(Set(vectors.map(\.characteristic)) == supported.subtracting(unseen))
        for vector in vectors {
            let decoded = try vector.decoded()
            for (field, value) in vector.expected {
                #expect(decoded[field] == value, "\(vector.testDescription) \(field)")
            }
            // For the fields that change a reading, a field that the vector omits must be absent.
            for field in ["quirk", "usable", "clock_not_set", "multiple_packet", "error"]
            where vector.expected[field] == nil {
                #expect(decoded[field] == nil, "\(vector.testDescription) \(field)")
            }
        }
    }

    /// Frames of devices with their makers' protocols: those with a row, under the vectors' names.
    @Test(.enabled(if: Vector.sharedFile != nil, "the shared vectors are not on this machine"))
    func sharedFramesOfVendorsDecode() throws {
        let file = try #require(Vector.sharedFile)
        let names = Set(CharacteristicTable.codecs.flatMap(\.aliases))
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file))
            .filter { names.contains($0.characteristic) }
        #expect(vectors.count >= 17)
        for vector in vectors {
            let decoded = try vector.decoded()
            // The vectors' mode for a Mi scale after its user stepped off is a remark, not a mode's name.
            for (field, value) in vector.expected where field != "mode" {
                #expect(decoded[field] == value, "\(vector.testDescription) \(field)")
            }
        }
    }

    @Test func jsonKeepsTheDigitsThatTheDeviceSent() throws {
        let decoded = try CharacteristicDecoder.decode(characteristic: "2A35", hex: "01a0f06af07cf0")
        #expect(decoded.json == #"{"systolic":16.0,"diastolic":10.6,"map":12.4,"unit":"kPa"}"#)
    }

    @Test func anUnsupportedCharacteristicNamesTheSupportedOnes() throws {
        let error = #expect(throws: CodecError.self) {
            try CharacteristicDecoder.decode(characteristic: "2A63", hex: "00")
        }
        #expect(error?.code == .unsupportedCharacteristic)
        #expect(error?.message.contains("2A35") == true)
    }
}
