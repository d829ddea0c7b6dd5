import Pixels

@testable import DisplayReading

extension RowReading {
    /// A row with several possible texts and their probabilities, and without crops.
    init(_ texts: [(String, Double)], box: OrientedBox, sure: Double = 0.95, reach: Double = 1) {
        self.init(
            box: box,
            score: sure,
            display: 0,
            inside: sure,
            strings: texts.map { text, probability in
                ScoredString(
                    classes: text.compactMap { ReaderAlphabet.classOf[$0].map { UInt8($0) } },
                    log: logarithm(probability)
                )
            },
            agreement: 1,
            crops: [],
            reach: reach
        )
    }
}
