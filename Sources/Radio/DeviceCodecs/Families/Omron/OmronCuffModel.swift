/// Where a model of Omron cuffs keeps what, and how it is opened.
///
/// Source: eigger/hass-omron's catalogue, confirmed in part by userx14/omblepy and users' logs; facts §1.4. None was
/// tried on a device.
package struct OmronCuffModel: Hashable, Sendable {
    /// How a model is opened before it answers.
    package enum Unlock: Hashable, Sendable {
        /// A key of 16 bytes that the hub chose when the cuff was paired; the cuff holds one.
        case key
        /// The bond is enough.
        case bond
        /// Random bytes that the cuff repeats.
        case token
    }

    /// How a record and the index are packed.
    package enum Layout: Hashable, Sendable {
        /// Packed bits, most significant first; the index is big-endian.
        case bits
        /// As ``bits``, with a number in each record; which bit says movement and which irregular pulse is disputed.
        case numberedBits
        /// Bytes and little-endian words.
        case words
        /// A scale's record; its index is one byte a user.
        case scale
    }

    /// The clock's section among the settings: local time.
    package enum Clock: Hashable, Sendable {
        /// 10 bytes: month, year, hour, day, second, minute from byte 2.
        case short(at: Int)
        /// 16 bytes: the same order from byte 8.
        case shuffled(at: Int)
        /// 16 bytes: year, month, day, hour, minute, second from byte 8.
        case plain(at: Int)
    }

    /// The model numbers without the maker's `HEM-`, the profile's own first.
    package let names: [String]
    /// How it is opened.
    package let unlock: Unlock
    /// Where each user's records begin.
    package let starts: [Int]
    /// Places of each user.
    package let records: Int
    /// The layout.
    package let layout: Layout
    /// Bytes of a record.
    package let width: Int
    /// Where the settings begin; the index is their first part.
    package let settings: Int
    /// Bytes of the index.
    package let index: Int
    /// Where the clock is; nil if the settings have none.
    package let clock: Clock?
    /// Whether each user has eight bytes of the index.
    package var isWide = false

    /// The profile of a model by a part of its name, the longest that fits; nil for one that is not in the table.
    package static func of(_ model: String?) -> OmronCuffModel? {
        guard let model = model?.uppercased() else { return nil }
        if let code = codes.first(where: { model.hasPrefix("BLESMART_\($0.key)") }) { return of(code.value) }
        let found = table.flatMap { row in row.names.filter { model.contains($0) }.map { (row, $0.count) } }
        return found.max { $0.1 < $1.1 }?.0
    }

    /// Device classes in advertised names whose model is known.
    private static let codes = [
        "00000244": "6232T", "00000258": "7155T", "00000160": "7151T", "0001000C": "HBF-702T", "0001040C": "HBF-702T",
        "00010011": "KRD-703T", "00010009": "HBF-227T", "0001000B": "HBF-228T", "0001000D": "HBF-230T",
        "00010408": "HBF-222T", "00010110": "BCM-500", "00010208": "VIVA",
    ]

    /// Cuffs on a USB cable, which need no unlocking.
    ///
    /// No source says where they keep an index or a clock: the places of both in these profiles are those of the models
    /// with Bluetooth, and no driver reads them. Source: LazyT/obpm; facts §16.
    package static let onCable = [
        packed(["7322U"], starts: [0x02AC, 0x0824], records: 100),
        packed(["7131U"], starts: [0x02AC, 0x05F4], records: 60),
    ]

    /// All profiles over Bluetooth.
    package static let table: [OmronCuffModel] = packed + numbered + words + modern + scales
}

extension OmronCuffModel {
    private static let packed: [OmronCuffModel] = [
        packed(["7322T", "7321T", "7280T", "7281T", "7282T"], starts: [0x02AC, 0x0824], records: 100),
        packed(["7511T"], starts: [0x02AC, 0x0798], records: 90),
        packed(["8732T"], starts: [0x02AC, 0x05F4], records: 60),
        packed(["8732K"], starts: [0x02AC, 0x0522], records: 45),
        packed(["7600T", "7270C", "7271T", "7600T2", "7600T_W"], starts: [0x02AC], records: 100),
        packed(["7325T"], starts: [0x02AC], records: 90),
    ]

    private static let numbered: [OmronCuffModel] = [
        numbered(["6232T", "6233T"], starts: [0x02E8, 0x0860], records: 100),
        numbered(["7530T", "6231T2", "7271T_SH3", "8630T"], starts: [0x02E8], records: 90),
        numbered(["6161T", "7271L"], starts: [0x02E8], records: 30),
        numbered(["7136T"], starts: [0x02E8], records: 60), numbered(["6231T"], starts: [0x02E8], records: 100),
        numbered(["6231T_Z"], starts: [0x02E8], records: 90),
    ]

    private static let words: [OmronCuffModel] = [
        words(["7150T", "7156T"], starts: [0x0098], records: 60), words(["7151T"], starts: [0x0098], records: 80),
        words(["7157T", "7158T"], starts: [0x0098], records: 100), words(["7153JT"], starts: [0x0098], records: 30),
        words(["7155T", "7340T", "7341T"], starts: [0x0098, 0x0458], records: 60),
        words(
            ["7342T", "7361T", "7343T", "7346T", "7347T", "7349T", "7159T"],
            starts: [0x0098, 0x06D8],
            records: 100
        ),
        words(["1026T2"], starts: [0x02E8, 0x0928], records: 100, settings: 0x0260, index: 24),
    ]

    private static let modern: [OmronCuffModel] = [
        modern(["7155T-MW"], starts: [0x0098, 0x0458], records: 60, settings: 0x0010, unlock: .bond),
        modern(
            ["7155T-K4", "7155T_K4", "7340T_K4", "7341T_K4"],
            starts: [0x02E8, 0x06A8],
            records: 60,
            index: 24,
            unlock: .bond
        ),
        modern(["7155T-MW3", "ESL1"], starts: [0x02E8, 0x06A8], records: 60, isWide: true),
        modern(["7146T", "7144T2", "7143T1", "7143T2", "7146T2"], width: 14, records: 30, unlock: .bond),
        modern(["716BT2", "7149T2", "716CT2"], width: 14, records: 30),
        modern(["7142T2", "7138K", "7140T1", "7141T1"], width: 14, records: 14),
        modern(["7188T1", "7183T1"], starts: [0x01C4], records: 30, settings: 0x0010, index: 24, clock: 0x2C),
        modern(["7191T1"], starts: [0x01C4], records: 60, settings: 0x0010, index: 24, clock: 0x2C),
        modern(["7196T1", "7194T1"], starts: [0x01C4, 0x0584], records: 60, settings: 0x0010, index: 24),
        modern(
            ["7380T1", "7383T1", "7384T1"],
            starts: [0x01C4, 0x0804],
            records: 100,
            settings: 0x0010,
            index: 24,
            clock: 0x2C
        ),
        modern(
            ["7376T1", "7385T1", "7387T1", "7389T1"],
            starts: [0x080C, 0x0BCC],
            records: 60,
            settings: 0x0010,
            index: 28,
            clock: 0x30
        ),
        modern(
            ["7386T1", "7382T1", "7381T1", "7388T1"],
            starts: [0x080C, 0x0E4C],
            records: 100,
            settings: 0x0010,
            index: 28,
            clock: 0x30
        ),
    ]

    /// Scales, by the maker's own field table as one project read it (facts §1.10).
    private static let scales: [OmronCuffModel] = [
        scale(["HBF-702T", "KRD-703T"], starts: [0x02C0, 0x0890, 0x0E60, 0x1430], width: 48),
        scale(
            ["HBF-227T", "HBF-228T", "HBF-230T", "HBF-222T", "BCM-500", "VIVA"],
            starts: [0x02C0, 0x06A0, 0x0A80, 0x0E60],
            width: 32
        ),
    ]

    private static func scale(_ names: [String], starts: [Int], width: Int) -> OmronCuffModel {
        OmronCuffModel(
            names: names,
            unlock: .key,
            starts: starts,
            records: 30,
            layout: .scale,
            width: width,
            settings: 0x01A0,
            index: 8,
            clock: nil
        )
    }

    private static func packed(_ names: [String], starts: [Int], records: Int) -> OmronCuffModel {
        OmronCuffModel(
            names: names,
            unlock: .key,
            starts: starts,
            records: records,
            layout: .bits,
            width: 14,
            settings: 0x0260,
            index: 8,
            clock: .short(at: 0x14)
        )
    }

    private static func numbered(_ names: [String], starts: [Int], records: Int) -> OmronCuffModel {
        OmronCuffModel(
            names: names,
            unlock: .key,
            starts: starts,
            records: records,
            layout: .numberedBits,
            width: 14,
            settings: 0x0260,
            index: 16,
            clock: .shuffled(at: 0x2C)
        )
    }

    private static func words(
        _ names: [String],
        starts: [Int],
        records: Int,
        settings: Int = 0x0010,
        index: Int = 16
    ) -> OmronCuffModel {
        OmronCuffModel(
            names: names,
            unlock: .key,
            starts: starts,
            records: records,
            layout: .words,
            width: 16,
            settings: settings,
            index: index,
            clock: .plain(at: 0x2C)
        )
    }

    private static func modern(
        _ names: [String],
        starts: [Int] = [0x02E8],
        width: Int = 16,
        records: Int,
        settings: Int = 0x0260,
        index: Int = 16,
        clock: Int? = nil,
        unlock: Unlock = .token,
        isWide: Bool = false
    ) -> OmronCuffModel {
        OmronCuffModel(
            names: names,
            unlock: unlock,
            starts: starts,
            records: records,
            layout: .words,
            width: width,
            settings: settings,
            index: index,
            clock: clock.map { .plain(at: $0) },
            isWide: isWide
        )
    }
}
