import DeviceCodecs
import Foundation
import Testing

@Suite struct DecodeTests {
    private let frame = "1e 78 00 50 00 5d 00 ea 07 03 01 08 00 00 40 00 01 00 00"

    @Test func jsonIsExactlyWhatTheDecoderGives() async throws {
        let outcome = await Shell().run("decode", "2A35", frame, "--json")
        let expected = try CharacteristicDecoder.decode(characteristic: "2A35", hex: frame).json
        #expect(outcome.code == 0)
        #expect(outcome.out == [expected])
        #expect(expected.contains(#""systolic":120"#))
    }

    @Test func plainOutputNamesTheFields() async {
        let outcome = await Shell().run("decode", "2A35", frame)
        #expect(outcome.out.first == "Blood Pressure Measurement (2A35)")
        #expect(outcome.out.contains("  systolic: 120"))
    }

    @Test(arguments: [
        ("2A35", "1e78", "truncated"), ("2A63", "00", "unsupportedCharacteristic"), ("2A35", "zz", "invalid"),
    ])
    func whatCannotBeDecodedIsAnError(characteristic: String, hex: String, code: String) async throws {
        let json = await Shell().run("decode", characteristic, hex, "--json")
        #expect(json.code == 65)
        let line = try #require(json.out.first)
        let decoded = try JSONDecoder().decode([String: [String: String]].self, from: Data(line.utf8))
        #expect(decoded["error"]?["code"] == code)
        #expect(decoded["error"]?["message"]?.isEmpty == false)
        let plain = await Shell().run("decode", characteristic, hex)
        #expect(plain.code == 65)
        #expect(plain.out.isEmpty)
        #expect(plain.err.count == 1)
    }
}
