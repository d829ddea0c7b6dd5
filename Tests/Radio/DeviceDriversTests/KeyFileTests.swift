import DeviceDrivers
import Testing

@Suite struct KeyFileTests {
    @Test(arguments: ["00ff", "a", "ABCDEF012", "0123456789abcdef0123456789abcdef0"])
    func anyHexadecimalTextIsAKey(key: String) throws {
        let text = "{\"key\": \"\(key)\"}"
        #expect(try AuthKeyFile.parse(Array(text.utf8), name: "agamatrix-authkey.json") == key)
    }

    @Test(arguments: [
        (#"{"key": ""}"#, "empty"), (#"{"key": "0x12ab"}"#, "remove the 0x"), (#"{"key": "0X12ab"}"#, "0x"),
        (#"{"key": "12g4"}"#, "hexadecimal"), (#"{"key": "12 34"}"#, "hexadecimal"), (#"{"key": "١٢"}"#, "hexadecimal"),
        (#"{"Key": "12"}"#, "key is missing"), (#"{"key": 12}"#, "key"), ("{\n\"key\" \"12\"}", "not JSON"),
        ("", "JSON"),
    ])
    func whatIsNoKeySaysWhy(text: String, word: String) {
        let error = #expect(throws: MissingPart.self) {
            try AuthKeyFile.parse(Array(text.utf8), name: "agamatrix-authkey.json")
        }
        #expect(error?.code == .authKeyInvalid)
        #expect(error?.message.contains("agamatrix-authkey.json") == true)
        #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("12ab") == false, "a key stands in no message")
    }

    @Test func anEncryptionKeyIs32Digits() {
        let key: [UInt8] = [0, 17, 34, 51, 68, 85, 102, 119, 136, 153, 170, 187, 204, 221, 238, 255]
        #expect(EncryptionKey.bytes("00112233445566778899aabbccddeeff") == key)
        #expect(EncryptionKey.bytes(" 00112233445566778899AABBCCDDEEFF\n") == key)
        for text in ["", "0011", "00112233445566778899aabbccddeef", "00112233445566778899aabbccddeeff0"] {
            #expect(EncryptionKey.bytes(text) == nil, "\(text)")
        }
        #expect(EncryptionKey.bytes("0x112233445566778899aabbccddeeff") == nil)
        #expect(EncryptionKey.bytes("g0112233445566778899aabbccddeeff") == nil)
    }
}
