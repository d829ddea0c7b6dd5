import DeviceCodecs
import SeededRandom
import Testing

@Suite struct FuzzTests {
    /// Nothing traps, short frames are refused with a known code, and JSON comes of all others.
    @Test func randomFramesNeverTrap() throws {
        var generator = SplitMix64(seed: 20_260_811)
        let known: Set<CodecError.Code> = [.truncated, .empty, .oversized]
        var decodedCount = 0
        for round in 0..<100_000 {
            let codec = CharacteristicTable.codecs[round % CharacteristicTable.codecs.count]
            let length = Int.random(in: 0...24, using: &generator)
            let frame = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            do throws(CodecError) {
                let fields = try codec.decode(frame)
                decodedCount += 1
                // Text of every field, but not of every frame: that alone would take seconds.
                if round.isMultiple(of: 8) { #expect(DecodedValue.object(fields).json.hasPrefix("{\"")) }
            } catch {
                #expect(known.contains(error.code))
            }
        }
        #expect(decodedCount > 30_000)
    }

    /// Whatever byte is missing at its end, a frame is refused and never half read.
    @Test func everyShorterFrameOfAFullOneIsTruncated() throws {
        let full = try CharacteristicDecoder.bytes(hex: "1e780050000000ea07080b143800480001 0300")
        #expect(try BloodPressureMeasurement(decoding: full).status?.rawValue == 3)
        for length in 1..<full.count {
            let error = #expect(throws: CodecError.self) {
                try BloodPressureMeasurement(decoding: Array(full.prefix(length)))
            }
            #expect(error?.code == .truncated)
        }
    }

    @Test func randomTextIsNeverAnIdentifierOrHexThatTraps() {
        var generator = SplitMix64(seed: 7)
        let alphabet = Array("0123456789abcdefABCDEFx-: ,gé٣\u{0}\u{1F600}")
        for _ in 0..<20_000 {
            let text = String(
                (0..<Int.random(in: 0...40, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                }
            )
            _ = BluetoothUUID(text)
            _ = try? CharacteristicDecoder.bytes(hex: text)
        }
    }
}
