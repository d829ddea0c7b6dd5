import DeviceCodecs
import DevicePeers
import Foundation
import MessageBus
import Outbox
import RadioAccess
import Synchronization
import TestSupport
import Testing
import USB
import VitalRecords

@testable import DeviceReaderActor

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// A meter on a cable, read by a whole device reader: the kernel's list is a folder, and the node a pair of sockets.
@Suite struct CableLinkTests {
    private let site: AdvertSite
    private let plug = Plug()

    init() throws {
        site = try AdvertSite()
        let device = site.folder.url.appending(path: "sys/class/hidraw/hidraw3/device")
        try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
        let facts = "HID_ID=0003:00001A79:00007410\nHID_NAME=Bayer Contour\nHID_UNIQ=\n"
        try Data(facts.utf8).write(to: device.appending(path: "uevent"))
    }

    /// The meter behind the node, which can be unplugged after a number of reports.
    private final class Plug: Sendable {
        private struct State {
            var meter = ContourPeer()
            var opened = 0
            var unplugsAfter = Int.max
        }

        private let state = Mutex(State())

        var opened: Int { state.withLock { $0.opened } }

        func set(_ meter: ContourPeer, unplugsAfter count: Int = .max) {
            state.withLock { ($0.meter, $0.unplugsAfter) = (meter, count) }
        }

        /// A new plugging in: the meter answers in a thread until the hub closes its end, or it is unplugged.
        func open() -> ReportNode {
            var ends: [Int32] = [0, 0]
            let result = unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
            precondition(result == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
            let (far, meter) = (
                ends[1],
                state.withLock { state in
                    state.opened += 1
                    return (state.meter, state.unplugsAfter)
                }
            )
            Thread.detachNewThread { Self.play(meter.0, over: far, reports: meter.1) }
            return ReportNode(taking: ends[0])
        }

        private static func play(_ meter: ContourPeer, over socket: Int32, reports: Int) {
            var (meter, left) = (meter, reports)
            var request = [UInt8](repeating: 0, count: 256)
            while left > 0, unsafe recv(socket, &request, request.count, 0) == 65 {
                // The kernel takes the report's number, a zero, away.
                for report in meter.answers(to: request[5]) where left > 0 {
                    left -= 1
                    _ = unsafe send(socket, report, report.count, Int32(MSG_NOSIGNAL))
                }
            }
            close(socket)
        }
    }

    private func meter(_ count: Int) -> ContourPeer {
        var meter = ContourPeer()
        meter.records = (0..<count).map { ContourPeer.record($0, value: "\(50 + $0)") }
        return meter
    }

    private func reader() async throws -> DeviceReaderActor {
        let meters = USBMeters(sysfs: site.folder.url.appending(path: "sys").path)
        let cables = CableBus(meters: meters, open: { [plug] _ in plug.open() })
        return try await site.start(clock: ContinuousClock(), cables: cables)
    }

    private func device(_ links: LinkReader) async throws -> DeviceID {
        let meters = await links.foundation.cables.meters.plugged { _ in true }
        return try links.radio.device(try #require(meters.first))
    }

    private func read(_ links: LinkReader) async throws -> LinkResult {
        let context = await links.context(peripheralID: 10_140, episode: Samples.start)
        return try await links.read(
            LinkReader.Request(device: device(links), context: context, firstFrame: .seconds(30))
        )
    }

    /// The values in the outbox, sorted.
    private func values(_ reader: DeviceReaderActor) async throws -> [Int] {
        try await reader.store.nextBatch(limit: 1_000).map { row in
            let reading = try WireJSON.decode(Reading.self, from: Array(row.payload))
            return Int(reading.measurements[0].value.description) ?? 0
        }.sorted()
    }

    /// Unplugged twice in the middle of 200 records, then read to the end and once more: each record once.
    @Test func aPairedMeterIsReadOverUnplugs() async throws {
        let reader = try await reader()
        let links = await reader.services.foundation.links
        plug.set(meter(200))
        let unpaired = try await read(links)
        #expect(unpaired.end == .failed(.notPaired) && plug.opened == 0)
        try await links.pairOnCable(10_140, device: device(links))
        #expect(try await values(reader).isEmpty)
        for reports in [60, 150] {
            plug.set(meter(200), unplugsAfter: reports)
            let broken = try await read(links)
            #expect(broken.end == .partial(.linkLost))
            #expect(PassiveOutcome(.success(broken), isStopped: false) == .advanced, "the next try is soon")
        }
        plug.set(meter(200), unplugsAfter: 60)
        let nothingNew = try await read(links)
        #expect(PassiveOutcome(.success(nothingNew), isStopped: false) == .failed, "the next try is later each time")
        plug.set(meter(200))
        let whole = try await read(links)
        #expect(whole.end == .done && whole.readings.allSatisfy { $0.source.peripheralID == 10_140 })
        #expect(try await values(reader) == Array(50..<250))
        let again = try await read(links)
        #expect(again.end == .empty && again.readings.isEmpty)
        #expect(try await store(reader), "no frame waits")
        try await site.kill(reader)
    }

    private func store(_ reader: DeviceReaderActor) async throws -> Bool {
        try await reader.store.undecodedFrames(limit: .max).isEmpty
    }

    /// Another meter of the model at the same port is another person's.
    @Test func anotherMeterIsNotRead() async throws {
        let reader = try await reader()
        let links = await reader.services.foundation.links
        plug.set(meter(3))
        try await links.pairOnCable(10_140, device: device(links))
        var other = meter(3)
        other.serial = "7358-9999999"
        plug.set(other)
        let result = try await read(links)
        #expect((result.fault as? ReadFailure)?.message.contains("another meter") == true)
        #expect(try await values(reader).isEmpty)
        try await site.kill(reader)
    }
}
