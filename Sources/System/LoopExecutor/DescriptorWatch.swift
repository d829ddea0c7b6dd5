import Glibc

/// Tells on an event loop when a descriptor can be read or written.
///
/// It watches a duplicate of the descriptor, because C libraries close theirs whenever they like. A new watch waits for
/// nothing. Level triggered: the handler runs again while there is something left to do.
public final class DescriptorWatch: Sendable {
    /// What a descriptor is ready for, or waited for.
    public struct Readiness: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Makes a set of its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bytes to read, or the end of the stream.
        public static let readable = Readiness(rawValue: 1)
        /// Room to write, or a broken connection.
        public static let writable = Readiness(rawValue: 2)
    }

    private let loop: EventLoop
    private let id: UInt64

    /// Makes a watch that waits for nothing yet.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor; the caller may close it at any time.
    ///   - loop: Where the handler runs.
    ///   - handler: What to do; hold the owner weakly.
    /// - Returns: `nil` when the descriptor cannot be duplicated: it is closed, or the process has no descriptor left.
    public init?(descriptor: Int32, on loop: EventLoop, handler: @escaping @Sendable (Readiness) -> Void) {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return nil }
        self.loop = loop
        id = loop.withWatches { $0.add(duplicate, handler) }
    }

    /// Waits for something else from now on; for nothing when empty.
    public func wait(for readiness: Readiness) {
        loop.withWatches { $0.set(id, readiness: readiness) }
    }

    /// Ends the watch for good and closes its duplicate; on the loop's thread its handler does not run again.
    public func cancel() {
        loop.withWatches { $0.remove(id) }
    }

    deinit {
        cancel()
    }
}

/// The descriptors that a loop waits for.
struct Watches {
    /// What `poll` is given; the bell's place is the first.
    struct Places {
        fileprivate(set) var ids: [UInt64] = []
        var polled: [pollfd] = []
        fileprivate var version: UInt64?

        /// Who is ready, and for what.
        var ready: [(UInt64, DescriptorWatch.Readiness)] {
            var ready: [(UInt64, DescriptorWatch.Readiness)] = []
            for (id, place) in zip(ids, polled.dropFirst()) where place.revents != 0 {
                let events = Int32(place.revents)
                var readiness: DescriptorWatch.Readiness = []
                if events & ~Int32(POLLOUT) != 0 { readiness.insert(.readable) }
                if events & ~Int32(POLLIN) != 0 { readiness.insert(.writable) }
                ready.append((id, readiness))
            }
            return ready
        }
    }

    private struct Watch {
        let descriptor: Int32
        let handler: @Sendable (DescriptorWatch.Readiness) -> Void
        var readiness: DescriptorWatch.Readiness = []
    }

    private var watches: [UInt64: Watch] = [:]
    private var lastID: UInt64 = 0
    private var version: UInt64 = 0

    mutating func add(_ descriptor: Int32, _ handler: @escaping @Sendable (DescriptorWatch.Readiness) -> Void) -> UInt64
    {
        lastID += 1
        watches[lastID] = Watch(descriptor: descriptor, handler: handler)
        return lastID
    }

    mutating func set(_ id: UInt64, readiness: DescriptorWatch.Readiness) {
        guard let present = watches[id]?.readiness, present != readiness else { return }
        watches[id]?.readiness = readiness
        version += 1
    }

    mutating func remove(_ id: UInt64) {
        guard let watch = watches.removeValue(forKey: id) else { return }
        version += 1
        _ = close(watch.descriptor)
    }

    /// The handler of a watch that still waits for what it is ready for.
    func handler(
        _ id: UInt64,
        readiness: DescriptorWatch.Readiness
    ) -> (@Sendable (DescriptorWatch.Readiness) -> Void)? {
        guard let watch = watches[id], !watch.readiness.isDisjoint(with: readiness) else { return nil }
        return watch.handler
    }

    /// Writes down what is waited for, if that has changed.
    func write(to places: inout Places, bell: Int32) {
        guard places.version != version else { return }
        places.version = version
        places.ids = []
        places.polled = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
        // Who waits for nothing must not be there: the end of a connection is always told.
        for (id, watch) in watches where !watch.readiness.isEmpty {
            let events =
                (watch.readiness.contains(.readable) ? POLLIN : 0) | (watch.readiness.contains(.writable) ? POLLOUT : 0)
            places.ids.append(id)
            places.polled.append(pollfd(fd: watch.descriptor, events: Int16(events), revents: 0))
        }
    }
}
