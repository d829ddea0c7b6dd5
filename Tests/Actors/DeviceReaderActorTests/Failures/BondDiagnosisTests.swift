import BlueZ
import Testing

@testable import DeviceReaderActor

@Suite struct BondDiagnosisTests {
    private let device = Samples.device(1)

    private func sign(_ code: BlueZError.Code, _ detail: String? = nil, rssi: Int? = nil) -> BondDiagnosis.Sign? {
        BondDiagnosis.sign(of: BlueZError(code, message: "words", detail: detail), rssi: rssi)
    }

    @Test func signsAreReadFromBlueZsWords() {
        #expect(sign(.connectFailed, "le-connection-key-missing") == .keyMissing)
        #expect(sign(.notPaired) == .refused)
        #expect(sign(.connectFailed, "le-connection-abort-by-local", rssi: -60) == .abortedNearby)
        #expect(sign(.connectFailed, "le-connection-abort-by-local", rssi: -90) == .other)
        #expect(sign(.connectFailed, "le-connection-abort-by-local") == .other)
        #expect(sign(.connectFailed, "le-connection-abort-by-local", rssi: 127) == .other, "127 is no strength")
        #expect(sign(.timeout) == .other)
    }

    @Test func aMissingKeyIsCertainAndOthersAfterThree() {
        var diagnosis = BondDiagnosis()
        #expect(diagnosis.failed(device, isBonded: true, sign: .keyMissing) == true)
        #expect(diagnosis.failed(device, isBonded: true, sign: .refused) == false)
        #expect(diagnosis.failed(device, isBonded: true, sign: .abortedNearby) == false)
        #expect(diagnosis.failed(device, isBonded: true, sign: .other) == false)
        #expect(diagnosis.failed(device, isBonded: true, sign: .refused) == true)
        diagnosis.clear(device)
        #expect(diagnosis.failed(device, isBonded: true, sign: .refused) == false)
    }

    @Test func aDeviceThatIsNotBondedHasNoStaleBond() {
        var diagnosis = BondDiagnosis()
        for _ in 0..<5 { #expect(diagnosis.failed(device, isBonded: false, sign: .refused) == false) }
        #expect(diagnosis.failed(device, isBonded: false, sign: .keyMissing) == false)
    }
}
