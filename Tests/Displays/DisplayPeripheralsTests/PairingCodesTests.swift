import DisplayPeripherals
import Testing

/// Finding a device's identity and key in a photo's codes.
@Suite struct PairingCodesTests {
    private let key = "00112233445566778899aabbccddeeff"
    private let address = "MAC=AA:BB:CC:DD:EE:01;SN=VB-0042"

    @Test func labelAndKeyAreToldApart() throws {
        let both = try PairingCodes([address, key.uppercased(), "4006381333931"])
        #expect(both.label == DeviceLabel(address: "AA:BB:CC:DD:EE:01", serial: "VB-0042"))
        #expect(both.encryptionKey == key)
        #expect(try PairingCodes(["aabbccddee01"]).label?.address == "AA:BB:CC:DD:EE:01")
        #expect(try PairingCodes(["SN:1234"]).encryptionKey == nil)
        #expect(try PairingCodes(["KEY: \(key)"]).label == nil)
    }

    @Test(
        arguments: [
            ([], .noCode, "no code"), (["MAC=AA:BB:CC:DD:EE"], .wrongLength, "10"),
            (["aabbccddee0"], .wrongLength, "11 hexadecimal digits"),
            (["MAC=AA:BB:CC:DD:EE:0G"], .wrongCharacter, "'G'"),
            (["00112233445566778899aabbccddee"], .wrongLength, "30 hexadecimal digits"),
            (["00112233445566778899aabbccddeefz"], .wrongCharacter, "character 32"),
            (["hello"], .unknownLabel, "5 characters"), (["hello", "world"], .severalCodes, "2 different"),
            (["SN:1", "SN:2"], .severalCodes, "several devices"),
        ] as [([String], CodeFault.Reason, String)]
    )
    func whatIsNeitherIsToldByLengthAndPlace(texts: [String], reason: CodeFault.Reason, hint: String) throws {
        let fault = try #require(throws: CodeFault.self) { try PairingCodes(texts) }
        #expect(fault.reason == reason)
        #expect(fault.message.contains(hint), "\(fault.message)")
        #expect(!fault.message.contains("33445566"))
    }
}
