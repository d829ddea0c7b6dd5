import BusContract
import ContractLiterals
import MessageBus
import Testing

@testable import OCRWorkerActor

/// Which of a picture's codes is a peripheral's key, and the message if there is none.
struct ScannedKeyTests {
    private let digits = "00112233445566778899aabbccddeeff"

    private func codes(_ texts: String...) -> [ScannedCodes.Code] {
        texts.map { ScannedCodes.Code(kind: "QR-Code", text: $0) }
    }

    @Test func aKeyIsFoundBesideOtherCodes() throws {
        let spaced = "KEY: 00112233-44556677-8899AABB-CCDDEEFF"
        let key = try ScannedCodes.key(of: codes("4006381333931", spaced))
        #expect(key == ScannedCodes.Code(kind: "QR-Code", text: digits))
    }

    @Test func whatIsNoKeyIsToldByLengthAndPlaceAlone() throws {
        for wrong in [String(digits.dropLast()), digits.dropLast() + "z", digits + "0"] {
            let error = try #require(throws: BusError.self) { try ScannedCodes.key(of: codes(wrong)) }
            #expect(error.code == .invalidArgument)
            #expect(!error.message.contains("33445566"))
        }
    }

    @Test func noCodeAndTwoKeysAreRefused() {
        #expect(throws: BusError.self) { try ScannedCodes.key(of: []) }
        let other = String(digits.reversed())
        #expect(throws: BusError.self) { try ScannedCodes.key(of: codes(digits, other)) }
    }
}
