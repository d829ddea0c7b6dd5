internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Finds the seats whose number of held readings changed: the events about held readings name no seat.
actor HeldSeats {
    /// The shortest pause between two looks at the site's list: the queue's state comes twice a second under load.
    private static let pause = Duration.seconds(5)
    /// The longest wait, which only a cancelled task ends earlier.
    private static let patience = Duration.seconds(60)

    private let board: LiveBoard
    private let counts: MenuCounts
    private let clock: any Clock<Duration>
    /// The number of each seat at the last look; nil before the first.
    private var known: [String: Int]?

    init(board: LiveBoard, counts: MenuCounts, clock: any Clock<Duration>) {
        (self.board, self.counts, self.clock) = (board, counts, clock)
    }

    /// Follows until cancelled.
    func run() async {
        let (stream, _) = await board.follow("held") { $0 == .queue }
        defer { stream.end() }
        while !Task.isCancelled {
            guard await !stream.next(atMost: Self.patience, clock: clock).isEmpty else { continue }
            await look()
            do { try await clock.sleep(for: Self.pause) } catch { return }
        }
    }

    private func look() async {
        // Without held readings no seat has any.
        guard counts.held > 0 || known?.contains(where: { $0.value > 0 }) ?? true else { return }
        // Absent is nil: the next state of the queue comes within half a minute.
        guard let entries = try? await board.entries(.wholeSite) else { return }
        let found = Dictionary(entries.map { ($0.seat, $0.held) }) { first, _ in first }
        for seat in Self.changed(from: known ?? found, to: found) { await board.note(.seat(seat)) }
        known = found
    }

    /// The seats that have another number, or are new.
    static func changed(from old: [String: Int], to new: [String: Int]) -> [String] {
        new.filter { old[$0.key] != $0.value }.keys.sorted()
    }
}
