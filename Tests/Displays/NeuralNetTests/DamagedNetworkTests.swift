import NeuralNet
import SeededRandom
import Testing

@Suite struct DamagedNetworkTests {
    @Test func everyShorterFileIsRefused() throws {
        let bytes = try ParityFixture.bytes("every-operation.vbn")
        for count in stride(from: 0, to: bytes.count, by: 13) {
            let error = #expect(throws: NetworkError.self) { try Network(bytes: Array(bytes.prefix(count))) }
            #expect([.badHeader, .badLength].contains(error?.code))
        }
        let longer = #expect(throws: NetworkError.self) { try Network(bytes: bytes + [0]) }
        #expect(longer?.code == .badLength)
    }

    @Test func changedHeadersAreRefusedOrRun() throws {
        let bytes = try ParityFixture.bytes("every-operation.vbn")
        let end = try #require(bytes.firstIndex(of: 0x0A))
        var random = SplitMix64(seed: 9)
        let input = try Numbers.tensor(1, 16, 24)
        var refused = 0
        for _ in 0..<2_000 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                changed[Int.random(in: 0..<end, using: &random)] =
                    "0123456789,[]\"abc-".utf8.randomElement(using: &random) ?? 0
            }
            do { _ = try Network(bytes: changed).run(input) } catch { refused += 1 }
        }
        #expect(refused > 500 && refused < 2_000)
    }

    @Test(arguments: [
        (#"{"op":"dropout","inputs":["input"],"output":"out"}"#, NetworkError.Code.badStep, "out"),
        (#"{"op":"upsample2","inputs":["nothing"],"output":"out"}"#, .badStep, "nothing"),
        (#"{"op":"upsample2","inputs":["input","input"],"output":"out"}"#, .badStep, "inputs"),
        (#"{"op":"upsample2","inputs":[],"output":"out"}"#, .badStep, "inputs"),
        (#"{"op":"upsample2","inputs":["input"],"output":"input"}"#, .badStep, "two steps"),
        (#"{"op":"upsample2","inputs":["input"],"output":"other"}"#, .badStep, "its output"),
        (#"{"op":"maxpool","inputs":["input"],"output":"out","kernel":[0,1],"stride":[1,1]}"#, .badStep, "invalid"),
        (#"{"op":"maxpool","inputs":["input"],"output":"out","kernel":[1,1]}"#, .badStep, "invalid"),
        (#"{"op":"maxpool","inputs":["input"],"output":"out","kernel":[1],"stride":[1,1]}"#, .badStep, "invalid"),
        (
            #"{"op":"conv2d","inputs":["input"],"output":"out","in":1,"out":1,"kernel":[1,1],"stride":[1,1],"pad":[0,0],"weight":"w"}"#,
            .badStep, "weights w"
        ),
        (
            #"{"op":"conv2d","inputs":["input"],"output":"out","in":-1,"out":1,"kernel":[1,1],"stride":[1,1],"pad":[0,0]}"#,
            .badStep, "invalid"
        ),
    ])
    func stepsThatMakeNoSenseAreNamed(_ operation: String, _ code: NetworkError.Code, _ word: String) {
        var builder = NetworkBuilder(seed: 1)
        builder.add(operation)
        let error = #expect(throws: NetworkError.self) { try Network(bytes: builder.file(output: "out")) }
        #expect(error?.code == code)
        #expect(error?.message.contains(word) == true, "\(error?.description ?? "")")
    }

    @Test func stepsThatDoNotFitEachOtherAreRefusedAtOnce() {
        var builder = NetworkBuilder(seed: 1)
        builder.convolve("input", "a", ConvolutionCase(1, 2, kernel: (1, 1), size: (1, 1)))
        builder.add(#"{"op":"add","inputs":["a","input"],"output":"out"}"#)
        let error = #expect(throws: NetworkError.self) { try Network(bytes: builder.file(output: "out")) }
        #expect(error?.code == .wrongInput)
    }

    @Test func growthWithoutEndIsRefused() {
        var builder = NetworkBuilder(seed: 1)
        for step in 0..<60 {
            builder.add(
                "{\"op\":\"upsample2\",\"inputs\":[\"\(step == 0 ? "input" : "\(step)")\"],\"output\":\"\(step + 1)\"}"
            )
        }
        let error = #expect(throws: NetworkError.self) { try Network(bytes: builder.file(output: "60")) }
        #expect(error?.code == .tooLarge)
    }

    @Test func otherFormatsAreRefused() {
        var builder = NetworkBuilder(seed: 1)
        builder.add(#"{"op":"upsample2","inputs":["input"],"output":"out"}"#)
        let error = #expect(throws: NetworkError.self) {
            try Network(bytes: builder.file(output: "out", format: "vbn2"))
        }
        #expect(error?.code == .badHeader)
        let none = #expect(throws: NetworkError.self) { try Network(bytes: builder.file(output: "out", multiple: 0)) }
        #expect(none?.code == .badHeader)
    }
}
