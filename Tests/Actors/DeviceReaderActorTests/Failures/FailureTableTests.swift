import BlueZ
import BusContract
import ContractLiterals
import DeviceCodecs
import DeviceDrivers
import MessageBus
import Testing

@testable import DeviceReaderActor

@Suite struct FailureTableTests {
    private typealias Step = FailureTable.Step

    private func reason(_ code: BlueZError.Code, _ step: Step, detail: String? = nil) -> ReaderFailure {
        FailureTable.reason(BlueZError(code, message: "words", detail: detail), at: step)
    }

    @Test(arguments: Step.allCases)
    func aRadioThatCannotBeUsedIsOffAtEachStep(step: FailureTable.Step) {
        let codes: [BlueZError.Code] = [
            .busUnavailable, .serviceNotRunning, .noAdapter, .ambiguousAdapter, .adapterBlocked, .adapterPoweredOff,
            .accessDenied,
        ]
        for code in codes { #expect(reason(code, step) == .bluetoothOff, "\(code.rawValue)") }
        #expect(reason(.connectFailed, step, detail: "le-connection-adapter-not-powered") == .bluetoothOff)
    }

    @Test func timeoutsAreTheSDKsByWhatWasAwaited() {
        #expect(reason(.timeout, .searching) == .connectionTimeout)
        #expect(reason(.timeout, .connecting) == .connectionTimeout)
        #expect(reason(.timeout, .reading) == .readingTimeout)
        #expect(reason(.timeout, .pairing) == .pairingFailed)
        #expect(FailureTable.reason(BusError(.timeout, message: "words"), at: .connecting) == .readingTimeout)
    }

    /// An unpaired cuff that must be paired drops the link, which does not mean that it is too far away.
    @Test func aModelThatHasToBePairedAndIsNotWantsThat() throws {
        func isWant(_ reason: ReaderFailure, _ step: Step = .connecting, pairs: Bool = true, bonded: Bool = false)
            -> Bool
        {
            var model = PeripheralCatalogue.standard.peripheral(id: 3000)
            model?.requiresPairing = pairs
            return FailureTable.isWantOfPairing(reason, at: step, of: model, isBonded: bonded)
        }
        #expect(isWant(.connection) && isWant(.communication, .reading))
        #expect(!isWant(.connection, bonded: true) && !isWant(.connection, pairs: false))
        #expect(!isWant(.connection, .pairing) && !isWant(.readingTimeout) && !isWant(.bluetoothOff))
        #expect(!isWant(.connectionTimeout), "it was not reached at all")
    }

    /// The message contains the command as a person types it.
    @Test func wantOfPairingNamesTheCommand() {
        let device = Samples.device(1)
        let fault = FailureTable.fault(of: ReadFailure.notPaired(device, peripheralID: 1000))
        #expect(fault.code == "notPaired" && fault.retriable == false)
        #expect(fault.message.contains("'vitalbus device pair \(device) 1000'"))
        #expect(!fault.message.contains("nearer"))
    }

    @Test func theOthersSayWhatFailed() {
        #expect(reason(.connectFailed, .connecting) == .connection)
        #expect(reason(.notConnected, .reading) == .communication)
        #expect(reason(.attError, .reading) == .communication)
        #expect(reason(.notPaired, .reading) == .notPaired)
        #expect(reason(.pairingFailed, .pairing) == .pairingFailed)
        #expect(reason(.failed, .pairing) == .pairingFailed)
        #expect(FailureTable.reason(CodecError(.truncated, message: ""), at: .reading) == .unreadable)
        #expect(FailureTable.reason(MissingPart.driver(.agamatrix), at: .connecting) == .missingPart)
        #expect(FailureTable.reason(BusError(.storeUnavailable, message: ""), at: .reading) == .storeUnavailable)
        #expect(FailureTable.reason(CancellationError(), at: .pairing) == .cancelled)
    }
}
