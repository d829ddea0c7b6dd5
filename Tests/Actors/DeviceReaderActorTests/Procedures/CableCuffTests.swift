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

/// A cuff on a cable, whose reports begin with their number, read by a whole device reader.
@Suite struct CableCuffTests {
    private let site: AdvertSite
    private let plug = Plug()

    init() throws {
        site = try AdvertSite()
        let device = site.folder.url.appending(path: "sys/class/hidraw/hidraw0/device")
        try FileManager.default.createDirectory(at: device, withIntermediateDirectories: true)
        let facts = "HID_ID=0003:00000590:00000090\nHID_NAME=OMRON\nHID_UNIQ=2015040001\n"
        try Data(facts.utf8).write(to: device.appending(path: "uevent"))
    }

    /// The cuff behind the node.
    private final class Plug: Sendable {
        private let state = Mutex((cuff: OmronCablePeer(), answers: Int.max))

        func set(_ cuff: OmronCablePeer, answers: Int = .max) { state.withLock { $0 = (cuff, answers) } }

        /// A new plugging in: the cuff answers in a thread until the hub closes its end, or a person unplugs it.
        func open() -> ReportNode {
            var ends: [Int32] = [0, 0]
            let result = unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
            precondition(result == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
            let (far, state) = (ends[1], state.withLock { $0 })
            Thread.detachNewThread { Self.play(state.cuff, over: far, answers: state.answers) }
            return ReportNode(taking: ends[0])
        }

        private static func play(_ cuff: OmronCablePeer, over socket: Int32, answers: Int) {
            var (cuff, left) = (cuff, answers)
            var request = [UInt8](repeating: 0, count: 64)
            // A packet of eight bytes behind the number, which the kernel leaves there.
            while left > 0, unsafe recv(socket, &request, request.count, 0) == 9 {
                for report in cuff.answers(to: Array(request.prefix(9))) where left > 0 {
                    left -= 1
                    _ = unsafe send(socket, report, report.count, Int32(MSG_NOSIGNAL))
                }
            }
            close(socket)
        }
    }

    private func device(_ links: LinkReader) async throws -> DeviceID {
        let meters = await links.foundation.cables.meters.plugged { _ in true }
        return try links.radio.device(try #require(meters.first))
    }

    private func read(_ links: LinkReader, as id: Int = 10_141) async throws -> LinkResult {
        let context = await links.context(peripheralID: id, episode: Samples.start)
        return try await links.read(
            LinkReader.Request(device: device(links), context: context, firstFrame: .seconds(30))
        )
    }

    /// Unplugged in the middle, then read to the end and once more: the hub books each record of both users once.
    @Test func aPairedCuffIsReadOverAnUnplug() async throws {
        let meters = USBMeters(sysfs: site.folder.url.appending(path: "sys").path)
        let cables = CableBus(meters: meters, open: { [plug] _ in plug.open() })
        let reader = try await site.start(clock: ContinuousClock(), cables: cables)
        let links = await reader.services.foundation.links
        var cuff = OmronCablePeer()
        for place in 0..<90 { cuff.put(OmronCablePeer.record(place), user: place % 2 + 1, place: place) }
        plug.set(cuff)
        #expect(try await read(links).end == .failed(.notPaired))
        try await links.pairOnCable(10_141, device: device(links))
        plug.set(cuff, answers: 30)
        #expect(try await read(links).end == .partial(.linkLost))
        plug.set(cuff)
        let whole = try await read(links)
        #expect(whole.end == .done && whole.readings.allSatisfy { $0.source.peripheralID == 10_141 })
        let rows = try await reader.store.nextBatch(limit: 1_000)
        let readings = try rows.map { try WireJSON.decode(Reading.self, from: Array($0.payload)) }
        #expect(readings.count == 90 && Set(readings.map(\.timestamp)).count == 90)
        #expect(try await read(links).end == .empty)
        let other = try await read(links, as: 10_142)
        #expect((other.fault as? ReadFailure)?.message.contains("the other model") == true)
        try await site.kill(reader)
    }
}
