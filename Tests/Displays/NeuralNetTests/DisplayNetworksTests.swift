import NeuralNet
import Testing

@Suite struct DisplayNetworksTests {
    @Test(arguments: [(256, 256), (64, 96), (32, 320)])
    func theFinderTellsFourNumbersForEachCell(_ height: Int, _ width: Int) throws {
        let answer = try DisplayNetworks.finder.run(Numbers.tensor(1, height, width))
        #expect((answer.channels, answer.height, answer.width) == (4, height / 4, width / 4))
        let isFinite = answer.values.allSatisfy(\.isFinite)
        #expect(isFinite)
    }

    @Test(arguments: [24, 128, 320])
    func theReaderTellsClassesForEachSecondColumn(_ width: Int) throws {
        let reader = try DisplayNetworks.reader
        #expect(String(reader.alphabet) == "0123456789.:-/ACEFHILPbdhnortu")
        let answer = try reader.run(Numbers.tensor(1, 32, width))
        #expect((answer.channels, answer.height, answer.width) == (reader.alphabet.count + 1, 1, width / 2))
        let isFinite = answer.values.allSatisfy(\.isFinite)
        #expect(isFinite)
    }
}
