/// A Medisana scale (BS440, BS444): it sends its stored weighings once a central writes the time.
///
/// It keeps every weighing, and no source names a command that deletes one.
/// Source: public descriptions of openScale, oliexdev and keptenkurk/BS440.
package struct MedisanaScalePeer: MakerPeer {
    /// The scales' service.
    package static let service = "000078b2-0000-1000-8000-00805f9b34fb"
    /// Weights.
    package static let weights = "00008a21-0000-1000-8000-00805f9b34fb"
    /// The body's composition.
    package static let bodies = "00008a22-0000-1000-8000-00805f9b34fb"
    /// The person.
    package static let people = "00008a82-0000-1000-8000-00805f9b34fb"
    /// Commands.
    package static let commands = "00008a81-0000-1000-8000-00805f9b34fb"

    /// The frames of each stored weighing, the oldest first.
    package var weighings: [[PeerFrame]] = []
    /// The number of weighings whose last frame went out at least once.
    package private(set) var sent = 0
    /// What each frame under way completes: a weighing's number, from 1; nil for a frame that another one follows.
    private var underWay: [Int?] = []
    /// Requests that a central must never send.
    package private(set) var strayWrites: [[UInt8]] = []

    /// Makes a scale without weighings.
    package init() {}

    /// Three characteristics that indicate, and the commands.
    package var rows: [PeerRow] {
        [Self.weights, Self.bodies, Self.people].map { PeerRow($0, flags: ["indicate"]) }
            + [PeerRow(Self.commands, flags: ["write"])]
    }

    /// Sends all weighings for the time.
    package mutating func answers(to bytes: [UInt8], on _: String) -> [PeerFrame] {
        guard bytes.count == 5, bytes[0] == 0x02 else {
            strayWrites.append(bytes)
            return []
        }
        for (place, frames) in weighings.enumerated() {
            underWay += frames.indices.map { $0 == frames.count - 1 ? place + 1 : nil }
        }
        return weighings.flatMap { $0 }
    }

    /// Counts a frame that went out.
    package mutating func frameWentOut() {
        guard !underWay.isEmpty, let number = underWay.removeFirst() else { return }
        sent = max(sent, number)
    }

    /// Drops the frames under way; their weighings stay in memory.
    package mutating func linkEnded() { underWay = [] }

    /// Deletes all weighings.
    package mutating func clear() { (weighings, sent, underWay) = ([], 0, []) }

    /// The frames of a weighing.
    ///
    /// - Parameters:
    ///   - seconds: Since 2010, on the scale's clock.
    ///   - weight: Hundredths of a kilogram.
    ///   - user: From 1.
    ///   - fat: Tenths of a percent; 0 without a composition.
    package static func weighing(seconds: Int, weight: Int, user: UInt8, fat: Int = 0) -> [PeerFrame] {
        let time = little(seconds, count: 4)
        let head: [UInt8] = [0x1D] + little(weight, count: 2) + [0x00, 0xFE] + time
        let first = PeerFrame(weights, bytes: head + [0, 0xFF, 1, 9, user, 0, 0, 0, 0, 0])
        guard fat > 0 else { return [first] }
        // The upper four bits of each value are set.
        let rest: [UInt8] = [0x27, 0xF2, 0x7C, 0xF1, 0x1F, 0xF0]
        let body: [UInt8] = [0x6F] + time + [1, 0, 0] + little(0xF000 | fat, count: 2) + rest
        return [first, PeerFrame(bodies, bytes: body)]
    }

    private static func little(_ value: Int, count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> ($0 * 8) & 0xFF) }
    }
}
