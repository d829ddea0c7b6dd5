import DeviceCodecs
import DevicePeers
import Testing

@testable import DeviceDrivers

/// A cuff's key: how the cuff gets one, and what happens without it.
@Suite struct OmronPairingTests {
    private func start(secret: [UInt8]? = nil, isPairing: Bool = false) -> DriverStart {
        DriverStart(
            device: DeviceIdentity(model: "HEM-7155T"),
            isPairing: isPairing,
            secret: secret,
            entropy: [UInt8](1...32)
        )
    }

    @Test func theKeyIsKeptBeforeTheCuffHasIt() throws {
        var bench = try CuffBench(start(isPairing: true), peer: CuffPeer())
        let log = bench.run()
        #expect(log.end == .done && log.secret == [UInt8](1...16))
        #expect(log.writesBeforeSecret == 1, "only the question for the key mode was sent")
        #expect(log.writes.map(\.bytes.first) == [0x02, 0x00, 0x08, 0x08])
        #expect(log.reads.isEmpty && !log.kept.isEmpty)
        #expect(bench.peer.key == log.secret)
    }

    /// A pairing that broke off after the cuff accepted the key is repeated with that key.
    @Test func aKeyThatTheHubHasGoesOn() throws {
        let secret = [UInt8](repeating: 7, count: 16)
        var bench = try CuffBench(start(secret: secret, isPairing: true), peer: CuffPeer())
        #expect(bench.run().secret == secret)
    }

    @Test func aCuffThatOffersNoKeyModeIsRefused() throws {
        var peer = CuffPeer()
        peer.key = [UInt8](repeating: 1, count: 16)
        var bench = try CuffBench(start(isPairing: true), peer: peer)
        let log = bench.run()
        guard case .fail(let words) = log.end else {
            Issue.record("it is paired all the same")
            return
        }
        #expect(words.contains("-P-") && log.secret == nil)
        #expect(log.writes.count == OmronCuffSession.keyAttempts)
    }

    @Test func withoutTheRightKeyAPersonPairs() throws {
        var none = try CuffBench(start(), peer: CuffPeer())
        let nothing = none.run()
        #expect(nothing.end == .unpaired && nothing.writes.isEmpty)
        var peer = CuffPeer()
        peer.key = [UInt8](repeating: 1, count: 16)
        var wrong = try CuffBench(start(secret: [UInt8](repeating: 2, count: 16)), peer: peer)
        #expect(wrong.run().end == .unpaired)
    }

    /// With a wrong profile dates are nonsense, so an unknown model is not read.
    @Test func anUnknownModelIsNotTried() throws {
        var bench = try CuffBench(DriverStart(device: DeviceIdentity(model: "HEM-9999T")), peer: CuffPeer())
        guard case .fail(let words) = bench.run().end else {
            Issue.record("it is read by trial")
            return
        }
        #expect(words.contains("HEM-9999T"))
        var paired = try CuffBench(
            DriverStart(device: DeviceIdentity(model: "HEM-9999T"), isPairing: true),
            peer: CuffPeer()
        )
        let log = paired.run()
        #expect(log.end == .done && log.writes.isEmpty && log.kept.isEmpty, "nothing says that its memory can be read")
    }

    @Test func modelsAreToldApartByTheLongestName() throws {
        #expect(OmronCuffModel.of("HEM-7155T_K4")?.unlock == .bond)
        #expect(OmronCuffModel.of("HEM-7155T-EBK")?.unlock == .key)
        #expect(OmronCuffModel.of("HEM-6231T2")?.records == 90 && OmronCuffModel.of("HEM-6231T")?.records == 100)
        #expect(OmronCuffModel.of("BLESmart_0000024428FFB2000000")?.names.first == "6232T")
        #expect(OmronCuffModel.of("BLESmart_00000FFF28FFB2000000") == nil)
        #expect(OmronCuffModel.of("BLESmart_0001000928FFB2000000")?.layout == .scale)
        #expect(OmronCuffModel.of("HBF-702T")?.width == 48)
        let names = OmronCuffModel.table.flatMap(\.names)
        #expect(Set(names).count == names.count)
        for model in OmronCuffModel.table {
            let size = model.records * model.width
            for (start, next) in zip(model.starts, model.starts.dropFirst()) { #expect(start + size <= next) }
            #expect(try #require(model.starts.last) + size <= 0x4000)
            #expect(model.index <= 0x38 && model.settings + model.index <= (model.starts.first ?? 0))
        }
    }
}
