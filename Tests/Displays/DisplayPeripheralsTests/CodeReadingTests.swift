import DisplayPeripherals
import Testing

struct CodeReadingTests {
    private static let key = "00112233445566778899aabbccddeeff"

    @Test(arguments: [
        "00112233445566778899AABBCCDDEEFF", "0011-2233-4455-6677-8899-aabb-ccdd-eeff",
        "00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff", "KEY: 00112233 44556677 8899AABB CCDDEEFF",
        "0x00112233445566778899aabbccddeeff", "00112233445566778899aabb\r\nccddeeff\n",
        "key=00112233445566778899aabbccddeeff",
    ])
    func keysAreRead(_ text: String) throws {
        #expect(try CodeReading.encryptionKey(text) == Self.key)
    }

    @Test(arguments: [
        ("", CodeFault.Reason.wrongLength, "0 hex"), ("0011", .wrongLength, "4 hex"),
        ("00112233445566778899aabbccddeeff0", .wrongLength, "33 hex"),
        ("00112233445566778899aabbccddeefg", .wrongCharacter, "character 32 of the code is 'g'"),
        ("00112233445566778899aabbccddeeO0", .wrongCharacter, "'O'"),
        ("00112233445566778899aabbccddee\u{0}0", .wrongCharacter, "U+0"),
        ("００112233445566778899aabbccddeeff", .wrongCharacter, "character 1"),
        ("https://example.org/00112233", .wrongCharacter, "'/'"),
        (String(repeating: "0", count: 2_000), .wrongLength, "1024"),
    ])
    func otherTextsAreRefusedWithoutTheKey(_ text: String, _ reason: CodeFault.Reason, _ words: String) {
        let fault = #expect(throws: CodeFault.self) { try CodeReading.encryptionKey(text) }
        #expect(fault?.reason == reason)
        #expect(fault?.message.contains(words) == true, "\(fault?.message ?? "")")
        #expect(fault?.message.contains("00112233") == false)
    }

    @Test(arguments: [
        ("AABBCCDDEEFF", DeviceLabel(address: "AA:BB:CC:DD:EE:FF")),
        ("aa:bb:cc:dd:ee:ff", DeviceLabel(address: "AA:BB:CC:DD:EE:FF")),
        (
            "MAC=aa-bb-cc-dd-ee-ff;SN=A123;NAME=Cuff 3",
            DeviceLabel(address: "AA:BB:CC:DD:EE:FF", name: "Cuff 3", serial: "A123")
        ),
        ("https://example.org/p?sn=77&mac=AABBCCDDEEFF", DeviceLabel(address: "AA:BB:CC:DD:EE:FF", serial: "77")),
        ("Serial Number: 20-1", DeviceLabel(serial: "20-1")),
    ])
    func labelsAreRead(_ text: String, _ label: DeviceLabel) throws {
        #expect(try CodeReading.label(text) == label)
    }

    @Test(arguments: [
        ("hello", CodeFault.Reason.unknownLabel), ("MAC=AABBCC", .wrongLength), ("MAC=AABBCCDDEEFG", .wrongCharacter),
        ("", .unknownLabel), ("4006381333931", .unknownLabel),
    ])
    func otherLabelsAreRefused(_ text: String, _ reason: CodeFault.Reason) {
        #expect(throws: CodeFault.self) { try CodeReading.label(text) }
        do { _ = try CodeReading.label(text) } catch { #expect(error.reason == reason) }
    }

    @Test
    func onlyOneTextCounts() throws {
        #expect(try CodeReading.only(["a", "a"]) == "a")
        #expect(throws: CodeFault.self) { try CodeReading.only([]) }
        #expect(throws: CodeFault.self) { try CodeReading.only(["a", "b"]) }
    }
}
