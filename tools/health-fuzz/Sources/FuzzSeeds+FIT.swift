extension FuzzSeeds {
    /// FIT: a watch's days, a workout, and a scale.
    package static let fit: [[UInt8]] = [monitoring, activity, scale]

    /// 25 March 2026 00:00 in a zone one hour ahead of UTC, in FIT's seconds.
    package static let midnight: UInt64 = 1_774_393_200 - 631_065_600

    /// A day of a watch: steps of walking and running, the lower half of times, the next day's beginning.
    package static let monitoring: [UInt8] = {
        var fit = FITBuilder()
        fit.define(0, 0, [.byte(0), .short(1), .short(2), .long(4)])
        fit.add(0, [32, 1, 1_837, midnight])
        fit.define(1, 103, [.long(253), .long(0)])
        fit.add(1, [midnight, midnight + 3_600])
        fit.define(2, 55, [.long(253), .long(3), .byte(5), .long(2)])
        fit.add(2, [midnight + 36_000, 1_000, 6, 70_000])
        fit.define(3, 55, [.short(26), .short(9), .byte(24)])
        fit.add(3, [(midnight + 40_000) & 0xFFFF, 1_500, 6])
        fit.add(3, [(midnight + 50_000) & 0xFFFF, 300, 0x41])
        fit.define(4, 55, [.short(26), .byte(27)])
        fit.add(4, [(midnight + 50_060) & 0xFFFF, 61])
        fit.add(2, [midnight + 86_400, 2_000, 6, 140_000])
        fit.add(2, [midnight + 90_000, 10, 6, 700])
        return fit.file
    }()

    /// A run: records with times in their headers, developers' fields, big-endian ones, and its session.
    package static let activity: [UInt8] = {
        var fit = FITBuilder()
        fit.define(0, 0, [.byte(0), .short(1), .short(2)])
        fit.add(0, [4, 1, 2_697])
        fit.define(1, 20, [.long(253), .byte(3)], isBigEndian: true)
        fit.add(1, [midnight + 61_200, 120])
        fit.define(2, 20, [.byte(3), .long(5)], developerBytes: [1, 2])
        fit.add(2, [121, 1_000], developer: [9, 9, 9])
        fit.define(3, 20, [.byte(3)])
        fit.add(compressed: 3, low: UInt8((midnight + 61_210) & 0x1F), [125])
        fit.add(compressed: 3, low: UInt8((midnight + 61_235) & 0x1F), [130])
        let session: [FITBuilder.Field] = [
            .long(253), .long(2), .long(7), .long(8), .long(9), .short(11), .byte(16), .byte(17),
        ]
        fit.define(4, 18, session + [.byte(5)])
        fit.add(4, [midnight + 64_800, midnight + 61_200, 3_600_000, 3_500_500, 1_012_345, 640, 131, 160, 1])
        return fit.file
    }()

    /// A scale, and a cuff behind it in the same file.
    package static let scale: [UInt8] = {
        var fit = FITBuilder()
        fit.define(0, 30, [.long(253), .short(0), .short(1), .short(13)])
        fit.add(0, [midnight + 25_200, 7_070, 2_230, 231])
        fit.add(0, [midnight + 25_260, 65_534, 0xFFFF, 0xFFFF])
        var cuff = FITBuilder()
        cuff.define(0, 51, [.long(253), .short(0), .short(1)])
        cuff.add(0, [midnight + 25_200, 118, 76])
        return fit.file + cuff.file
    }()
}
