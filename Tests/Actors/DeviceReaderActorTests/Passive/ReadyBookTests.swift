import BusContract
import ContractLiterals
import FoundationEssentials
import Testing

@testable import DeviceReaderActor

@Suite struct ReadyBookTests {
    private var book = ReadyBook(silence: 15)

    private func at(_ seconds: Double) -> Date { Samples.start.addingTimeInterval(seconds) }

    private mutating func isNew(_ seconds: Double, content: String = "00") -> Bool {
        book.isNew(Samples.sighting(content: content), at: at(seconds))
    }

    /// Half a minute of link, and then it is heard again: nobody has gone away.
    @Test mutating func aDeviceThatIsLeftOnCallsOnce() {
        var told = 0
        for round in 0..<20 {
            let start = Double(round) * 40
            book.seen(Samples.device(), at: at(start))
            told += isNew(start + 2) ? 1 : 0
            book.seen(Samples.device(), at: at(start + 30), isLink: true)
        }
        #expect(told == 1)
    }

    @Test mutating func silenceIsTheEndOfAUse() {
        let first = isNew(0)
        book.seen(Samples.device(), at: at(14))
        let same = isNew(20)
        book.seen(Samples.device(), at: at(35))
        let next = isNew(36)
        #expect([first, same, next] == [true, false, true])
    }

    @Test mutating func aReadingAndNewContentAreTheEndOfAUse() {
        let first = isNew(0)
        let other = isNew(1, content: "01")
        let same = isNew(2, content: "01")
        book.read(Samples.device())
        let next = isNew(3, content: "01")
        #expect([first, other, same, next] == [true, true, false, true])
    }

    @Test mutating func itHoldsNoMoreThanItsLimit() {
        for number in 0...ReadyBook.limit {
            let isNew = book.isNew(Samples.sighting(number), at: at(0))
            #expect(isNew)
        }
        let again = book.isNew(Samples.sighting(ReadyBook.limit), at: at(1))
        #expect(!again)
    }
}
