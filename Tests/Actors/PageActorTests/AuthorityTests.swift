import Foundation
import Pixels
import QRencode
import Testing
import ZBar

@testable import PageActor

@Suite struct QRCodeTests {
    /// What ZBar reads of a drawn code.
    private func read(_ code: QRCode, scale: Int = 4) -> [String] {
        let side = (code.size + 8) * scale
        var pixels = [UInt8](repeating: 255, count: side * side)
        for row in 0..<code.size {
            for column in 0..<code.size where code.modules[row][column] {
                for y in 0..<scale {
                    for x in 0..<scale { pixels[((row + 4) * scale + y) * side + (column + 4) * scale + x] = 0 }
                }
            }
        }
        guard let image = GrayImage(width: side, height: side, pixels: pixels) else { return [] }
        return BarCodes.find(in: image).compactMap(\.text)
    }

    /// Small versions at their most and one more, and the largest.
    @Test(arguments: [1, 14, 15, 26, 27, 42, 43, 62, 63, 106, 213, 800, 2331])
    func anotherProgramReadsWhatWasWritten(length: Int) throws {
        let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(97 + $0 * 7 % 26))) })
        #expect(read(try #require(QRCode(text))) == [text])
    }

    @Test func anEmptyTextAndOneThatIsTooLongHaveNone() {
        #expect(QRCode("") == nil)
        #expect(QRCode(String(repeating: "x", count: 2332)) == nil)
    }

    @Test func thePathHasAsManyDarkModulesAsTheCode() throws {
        let code = try #require(QRCode("https://192.168.1.20:8470/ca"))
        let drawn = code.path.matches(of: /h(\d+)v1/).compactMap { Int($0.output.1) }.reduce(0, +)
        #expect(drawn == code.modules.reduce(0) { $0 + $1.count { $0 } } && code.size == 29)
    }
}

@Suite struct AuthorityCertificateTests {
    @Test func aPEMTextBecomesItsBytesAndFingerprint() throws {
        let pem = "text before\n-----BEGIN CERTIFICATE-----\nAQID\r\nBA==\n-----END CERTIFICATE-----\n"
        let certificate = try #require(AuthorityCertificate(pem: pem))
        #expect(certificate.bytes == [1, 2, 3, 4])
        #expect(certificate.fingerprint.hasPrefix("9F:64:A7:47:E1:B9:7F:13:1F:AB:B6:B4:47:29:6C:9B"))
        #expect(certificate.fingerprint.count == 95)
    }

    @Test(arguments: [
        "", "-----BEGIN CERTIFICATE-----", "-----BEGIN PRIVATE KEY-----\nAQID\n-----END PRIVATE KEY-----",
    ])
    func whatIsNoCertificateIsNone(text: String) {
        #expect(AuthorityCertificate(pem: text) == nil)
    }
}
