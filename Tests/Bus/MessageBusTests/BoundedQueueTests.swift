import MessageBus
import Synchronization
import TestSupport
import Testing

@Suite struct BoundedQueueTests {
    @Test func keepsTheOrder() async {
        let queue = BoundedQueue<Int>(capacity: 3)
        for number in 1...3 { await queue.send(number) }
        #expect(await [queue.next(), queue.next(), queue.next()] == [1, 2, 3])
    }

    @Test func aFullQueueRefusesAnOffer() async {
        let queue = BoundedQueue<Int>(capacity: 1)
        #expect(queue.offer(1))
        #expect(!queue.offer(2))
        #expect(await queue.next() == 1)
        #expect(queue.offer(3))
        #expect(await queue.next() == 3)
    }

    @Test func aFullQueueMakesTheSenderWait() async {
        let queue = BoundedQueue<Int>(capacity: 1)
        let sent = Counter()
        await queue.send(1)
        let sender = Task {
            await queue.send(2)
            sent.next()
        }
        await pause()
        #expect(sent.value == 0)
        #expect(await queue.next() == 1)
        await sender.value
        #expect(await queue.next() == 2)
    }

    @Test func keepsEachSendersOrderAndLosesNothing() async {
        let queue = BoundedQueue<(sender: Int, number: Int)>(capacity: 3)
        let (senders, each) = (4, 250)
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<senders {
                group.addTask { for number in 0..<each { await queue.send((sender, number)) } }
            }
            var next = [Int](repeating: 0, count: senders)
            for _ in 0..<(senders * each) {
                guard let element = await queue.next() else { break }
                #expect(element.number == next[element.sender])
                next[element.sender] += 1
            }
            #expect(next == [Int](repeating: each, count: senders))
        }
    }

    @Test func aCancelledSenderStopsWaitingAndItsElementIsDropped() async {
        let queue = BoundedQueue<Int>(capacity: 1)
        await queue.send(1)
        let sender = Task { await queue.send(2) }
        await pause()
        sender.cancel()
        #expect(await !sender.value)
        queue.finish()
        #expect(await [queue.next(), queue.next()] == [1, nil])
    }

    /// A sender that is cancelled at the moment it is let in gets one answer, and the answer matches what happened.
    @Test func aCancelledSenderIsToldWhetherItsElementIsHeld() async {
        for round in 0..<500 {
            let queue = BoundedQueue<Int>(capacity: 1)
            await queue.send(-1)
            let sender = Task { await queue.send(round) }
            let reader = Task { await queue.next() }
            if round.isMultiple(of: 2) { await Task.yield() }
            sender.cancel()
            let isHeld = await sender.value
            #expect(await reader.value == -1)
            queue.finish()
            #expect(await queue.next() == (isHeld ? round : nil))
        }
    }

    @Test func aShortcutTakesWhatItKnows() async {
        let taken = Counter()
        let queue = BoundedQueue<Int>(capacity: 1) { number in
            guard number.isMultiple(of: 2) else { return false }
            taken.next()
            return true
        }
        for number in [2, 4, 1, 6] { await queue.send(number) }
        #expect(!queue.offer(3))
        #expect(queue.offer(8))
        #expect(await queue.next() == 1)
        #expect(taken.value == 4)
    }

    @Test func aCancelledSenderStillSendsWhereThereIsRoom() async {
        let queue = BoundedQueue<Int>(capacity: 1)
        let sender = Task {
            _ = await eventually { Task.isCancelled }
            await queue.send(1)
        }
        sender.cancel()
        await sender.value
        queue.finish()
        let kept = await queue.next()
        #expect(kept == 1)
    }

    @Test func aCancelledReaderGetsNil() async {
        let queue = BoundedQueue<Int>(capacity: 1)
        let reader = Task { await queue.next() }
        await pause()
        reader.cancel()
        #expect(await reader.value == nil)
        await queue.send(1)
        #expect(await queue.next() == 1)
    }

    @Test func anOfferReachesAWaitingReader() async {
        let queue = BoundedQueue<Int>(capacity: 1)
        let reader = Task { await queue.next() }
        await pause()
        #expect(queue.offer(7))
        #expect(await reader.value == 7)
    }

    @Test func afterTheEndWhatIsHeldIsReadAndNothingIsTaken() async {
        let queue = BoundedQueue<Int>(capacity: 2)
        await queue.send(1)
        queue.finish()
        await queue.send(2)
        #expect(!queue.offer(3))
        #expect(await [queue.next(), queue.next(), queue.next()] == [1, nil, nil])
    }

    @Test func theEndWakesWaitingSendersAndReaders() async {
        let full = BoundedQueue<Int>(capacity: 1)
        await full.send(1)
        let sender = Task { await full.send(2) }
        let empty = BoundedQueue<Int>(capacity: 1)
        let reader = Task { await empty.next() }
        await pause()
        full.finish()
        empty.finish()
        #expect(await !sender.value)
        #expect(await reader.value == nil)
    }
}
