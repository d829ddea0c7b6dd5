import DBus
import Testing

struct MailboxTests {
    private let mailbox = Mailbox<Int>(limit: 2) { -$0 }

    /// Takes with a task that is cancelled before it begins.
    private func takeCancelled() async -> [Int] {
        let task = Task { [mailbox] in
            while !Task.isCancelled { await Task.yield() }
            var taken: [Int] = []
            while let element = await mailbox.next() { taken.append(element) }
            return taken
        }
        task.cancel()
        return await task.value
    }

    /// Otherwise values that were confirmed to a device but not taken yet would be lost.
    @Test func aCancelledTakerGetsWhatIsStored() async {
        mailbox.push(1)
        mailbox.push(2)
        mailbox.push(3)
        #expect(await takeCancelled() == [1, 2, -1], "the third found no room, and that is told")
        #expect(await takeCancelled() == [])
        mailbox.push(4)
        #expect(await mailbox.next() == 4)
    }

    @Test func aCancelledTakerDoesNotWait() async {
        let task = Task { [mailbox] in await mailbox.next() }
        task.cancel()
        #expect(await task.value == nil)
        mailbox.push(1)
        #expect(await mailbox.next() == 1, "nothing went to the one who is gone")
    }

    @Test func whatIsTakenAndWhatWaitsIsCounted() async {
        #expect(mailbox.count == 0)
        mailbox.push(1)
        mailbox.push(2)
        mailbox.push(3)
        #expect(mailbox.waiting == 3)
        #expect(mailbox.count == 3)
        _ = await mailbox.next()
        #expect(mailbox.waiting == 2)
        #expect(mailbox.count == 3)
    }
}
