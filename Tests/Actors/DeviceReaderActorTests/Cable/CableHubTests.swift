import DeviceCodecs
import DevicePeers
import FoundationEssentials
import Outbox
import Testing

@testable import DeviceReaderActor

/// Meters behind a disk and behind bulk transfers on a whole hub: from the cable over the reader's store and the bus to
/// the session manager.
@Suite struct CableHubTests {
    /// A way to a meter that is no hidraw device.
    enum Way: CaseIterable, Sendable {
        case disk, bulk

        var model: USBModel {
            switch self {
            case .disk: USBModel(vendor: 0x2766, product: 0x0004)
            case .bulk: USBModel(vendor: 0x173A, product: 0x21D5)
            }
        }

        /// A meter with records of 51, 52, … mg/dL.
        func meter(_ count: Int) -> CableMeter {
            switch self {
            case .disk:
                var meter = OneTouchDiskPeer()
                // Seconds from 2000 to the day before.
                let start = Int(Samples.start.timeIntervalSince1970) - 946_684_800 - 86_400
                meter.meter.clock = start + 86_400
                meter.meter.records = (0..<count).reversed().map {
                    OneTouchPeer.record($0 + 1, seconds: start + $0 * 60, value: 51 + $0)
                }
                return .disk(meter)
            case .bulk:
                var meter = AccuChekPeer()
                meter.records = (0..<count).map { AccuChekPeer.record($0, value: UInt16(51 + $0)) }
                return .bulk(meter)
            }
        }

        /// After how many messages a cable breaks, and how many records have arrived then.
        ///
        /// The disk breaks right after a mark, where a mark that is too far loses a record. It then breaks two records
        /// after the next one, where those two are read again and must not be there twice. A bulk transfer has a mark
        /// after each message, and begins with the first record on each link.
        var breaks: [(messages: Int, records: Int)] {
            switch self {
            case .disk: [(12, 8), (19, 18)]
            case .bulk: [(7, 21), (9, 35)]
            }
        }
    }

    private static let count = 40

    /// Pulled twice in the middle, then read to the end, and later what is new: each record arrives once.
    @Test(arguments: Way.allCases) func aMemoryArrivesOnceOverAPulledCable(way: Way) async throws {
        try await CableHub.with(way.model, isDisk: way == .disk) { hub in
            let reader = try await hub.start()
            hub.plug(way.meter(0))
            try await reader.pair()
            for (messages, records) in way.breaks {
                let cable = hub.plug(way.meter(Self.count), messages: messages)
                try await reader.seeing("the break") { cable.isSpent }
                cable.pull()
                try await reader.seeing("the records before the break") { hub.manager.values.count >= records }
                #expect(hub.manager.values == Array(51..<(51 + records)))
            }
            hub.plug(way.meter(Self.count))
            try await reader.seeing("the whole memory") { hub.manager.values.count >= Self.count }
            hub.plug(way.meter(Self.count + 2))
            try await reader.seeing("the new records") { hub.manager.values.count >= Self.count + 2 }
            #expect(hub.manager.values == Array(51..<(51 + Self.count + 2)))
            try await reader.seeing("the empty outbox") { try await reader.isEmpty }
            try await reader.kill()
        }
    }

    /// Killed twice in the middle of a memory: nothing is lost, and nothing is there twice.
    @Test(arguments: Way.allCases) func aMemoryArrivesOnceThroughKills(way: Way) async throws {
        try await CableHub.with(way.model, isDisk: way == .disk) { hub in
            var reader = try await hub.start()
            hub.plug(way.meter(0))
            try await reader.pair()
            for (messages, _) in way.breaks {
                let cable = hub.plug(way.meter(Self.count), messages: messages)
                try await reader.seeing("the middle of the memory") { cable.isSpent }
                try await reader.kill()
                #expect(hub.manager.values.count < Self.count)
                reader = try await hub.start()
            }
            hub.plug(way.meter(Self.count))
            try await reader.seeing("the whole memory") { hub.manager.values.count >= Self.count }
            try await reader.seeing("the empty outbox") { try await reader.isEmpty }
            #expect(hub.manager.values == Array(51..<(51 + Self.count)))
            try await reader.kill()
        }
    }

    /// A meter is read while there is no broker, and so no sighting by the scanner.
    @Test(arguments: Way.allCases) func aMeterIsReadWithoutABroker(way: Way) async throws {
        try await CableHub.with(way.model, isDisk: way == .disk) { hub in
            let reader = try await hub.start()
            hub.plug(way.meter(1))
            try await reader.pair()
            try await reader.seeing("the first record") { hub.manager.values == [51] }
            try await hub.withoutBroker {
                hub.plug(way.meter(4))
                try hub.renumber()
                try await reader.passing("the records in the outbox") {
                    try await reader.actor.store.depth().readings >= 3
                }
                #expect(hub.manager.values == [51])
            }
            try await reader.passing("the records at the site") { hub.manager.values.count >= 4 }
            try await reader.passing("the empty outbox") { try await reader.isEmpty }
            #expect(hub.manager.values == [51, 52, 53, 54])
            try await reader.kill()
        }
    }
}

extension CableHub.Running {
    /// Whether nothing waits on disk: no reading and no frame.
    fileprivate var isEmpty: Bool {
        get async throws {
            let depth = try await actor.store.depth()
            return depth.readings == 0 && depth.undecodedFrames == 0 && depth.openLinks == 0
        }
    }
}
