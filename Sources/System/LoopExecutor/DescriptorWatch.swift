import Glibc

/// Reports on an event loop when a descriptor is readable or writable.
///
/// It watches a duplicate of the descriptor, because C libraries may close theirs at any time. A new watch waits for no
/// event. It is level-triggered: the handler runs again while the descriptor stays ready.
public final class DescriptorWatch: Sendable {
    /// The readiness that a watch waits for or reports.
    public struct Readiness: OptionSet, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Bytes are available, or the stream has ended.
        public static let readable = Readiness(rawValue: 1)
        /// There is room to write, or the connection is broken.
        public static let writable = Readiness(rawValue: 2)
    }

    private let loop: EventLoop
    private let id: UInt64

    /// Creates a watch that waits for no event yet.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor; the caller may close it at any time.
    ///   - loop: The loop that runs the handler.
    ///   - handler: The handler; it should capture its owner weakly.
    /// - Returns: `nil` if the descriptor cannot be duplicated: it is closed, or the process has no free descriptor.
    public init?(descriptor: Int32, on loop: EventLoop, handler: @escaping @Sendable (Readiness) -> Void) {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { return nil }
        self.loop = loop
        id = loop.withWatches { $0.add(duplicate, handler) }
    }

    /// Sets the events to wait for; none if empty.
    public func wait(for readiness: Readiness) {
        loop.withWatches { $0.set(id, readiness: readiness) }
    }

    /// Ends the watch permanently and closes its duplicate; on the loop's thread the handler does not run again.
    public func cancel() {
        loop.withWatches { $0.remove(id) }
    }

    deinit {
        cancel()
    }
}

/// The descriptors that a loop watches.
struct Watches {
    /// The arguments of `poll`; the bell comes first.
    struct Places {
        fileprivate(set) var ids: [UInt64] = []
        var polled: [pollfd] = []
        fileprivate var version: UInt64?

        /// The watches that are ready, with their readiness.
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

    /// The handler of a watch that still waits for the reported event.
    func handler(
        _ id: UInt64,
        readiness: DescriptorWatch.Readiness
    ) -> (@Sendable (DescriptorWatch.Readiness) -> Void)? {
        guard let watch = watches[id], !watch.readiness.isDisjoint(with: readiness) else { return nil }
        return watch.handler
    }

    /// Updates the arguments of `poll` if the watches have changed.
    func write(to places: inout Places, bell: Int32) {
        guard places.version != version else { return }
        places.version = version
        places.ids = []
        places.polled = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
        // Idle watches are omitted, because `poll` always reports the end of a connection.
        for (id, watch) in watches where !watch.readiness.isEmpty {
            let events =
                (watch.readiness.contains(.readable) ? POLLIN : 0) | (watch.readiness.contains(.writable) ? POLLOUT : 0)
            places.ids.append(id)
            places.polled.append(pollfd(fd: watch.descriptor, events: Int16(events), revents: 0))
        }
    }
}
