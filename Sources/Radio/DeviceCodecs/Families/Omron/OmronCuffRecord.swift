package import VitalRecords

/// A place of an Omron cuff's memory, by the layout of its model.
///
/// Source: facts §1.6; ``OmronMemory`` shows the same bytes without knowing the model.
package enum OmronCuffRecord: Hashable, Sendable {
    /// Nothing was measured into the place.
    case empty
    /// The checksum is wrong.
    case damaged
    /// A measurement.
    case measured(Values)
    /// A scale's weighing, which has no checksum; ``OmronMemory`` reads it.
    case weighed

    /// What a record says.
    package struct Values: Hashable, Sendable {
        /// mmHg.
        package var systolic: Int
        /// mmHg.
        package var diastolic: Int
        /// Beats a minute; nil if the cuff found none.
        package var pulse: Int?
        /// Local time; nil if the clock was never set.
        package var time: CivilDateTime?
        /// The record's number, rising over both users; nil if the model numbers none.
        package var sequence: Int?
        /// Status words as those of standard cuffs, and `tru_read_1` to `tru_read_3` of a series.
        package var flags: [String]
    }

    /// Reads a place of ``OmronCuffModel/width`` bytes.
    package init(_ bytes: [UInt8], of model: OmronCuffModel) {
        guard bytes.count == model.width, !bytes.allSatisfy({ $0 == 0xFF }), !bytes.allSatisfy({ $0 == 0 }) else {
            self = .empty
            return
        }
        guard model.layout != .scale else {
            // The weight's twelve bits.
            self = bytes[26] == 0 && bytes[27] & 0xF0 == 0 ? .empty : .weighed
            return
        }
        let isWords = model.layout == .words
        // A pressure that no cuff shows marks a place that was never written.
        guard !isWords || bytes[0] <= 0xE1 else {
            self = .empty
            return
        }
        self = Self.isWhole(bytes, layout: model.layout) ? .measured(Values(bytes, layout: model.layout)) : .damaged
    }

    private static func isWhole(_ bytes: [UInt8], layout: OmronCuffModel.Layout) -> Bool {
        let sum = Checksum.sum8(bytes.prefix(12))
        switch (layout, bytes.count) {
        case (.words, 16): return Checksum.sum8(bytes.prefix(14)) == bytes[14]
        case (.words, _): return sum == bytes[12]
        default: return sum == bytes[13]
        }
    }
}

extension OmronCuffRecord.Values {
    init(_ bytes: [UInt8], layout: OmronCuffModel.Layout) {
        let isWords = layout == .words
        func word(_ offset: Int) -> Int {
            isWords
                ? Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 : Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
        }
        systolic = Int(bytes[isWords ? 0 : 1]) + 25
        diastolic = Int(bytes[isWords ? 1 : 0])
        pulse = Int(bytes[isWords ? 2 : 3]).unless(0)
        let (day, clock) = (word(4), word(6))
        time = CivilDateTime(
            year: 2_000 + Int(bytes[isWords ? 3 : 2] & 0x3F),
            month: day >> 10 & 0x0F,
            day: day >> 5 & 0x1F,
            hour: day & 0x1F,
            minute: clock >> 6 & 0x3F,
            second: min(59, clock & 0x3F)
        )
        sequence = layout == .bits ? nil : word(10)
        flags = Self.flags(day: day, clock: clock, layout: layout)
    }

    private static func flags(day: Int, clock: Int, layout: OmronCuffModel.Layout) -> [String] {
        let (isIrregular, isMoved) = (day >> 14 & 1 == 1, day >> 15 & 1 == 1)
        var flags: [String] = []
        if layout == .numberedBits {
            // The sources disagree which bit is which: neither is shown as a fact.
            if isIrregular || isMoved { flags.append("irregular_pulse_or_body_movement") }
        } else {
            if isMoved { flags.append("body_movement") }
            if isIrregular { flags.append("irregular_pulse") }
        }
        if clock >> 12 & 1 == 0 { flags.append("cuff_too_loose") }
        let place = clock >> 14 & 3
        if place > 0 { flags.append("tru_read_\(place)") }
        return flags
    }
}

extension OmronCuffModel {
    /// The place of each user's newest record, from the index; nil for a user without one, or a cursor that is no
    /// place.
    package func newest(in index: [UInt8]) -> [Int?] {
        if layout == .scale { return newestWeighing(in: index) }
        return starts.indices.map { user in
            let offset = isWide ? user * 8 : user * 2
            guard index.count >= offset + 2 else { return nil }
            let (first, second) = (Int(index[offset]), Int(index[offset + 1]))
            let cursor = layout == .words ? second << 8 | first : first << 8 | second
            let next = cursor & 0xFF
            guard cursor != 0x8000, next <= records else { return nil }
            return next == 0 ? records - 1 : next - 1
        }
    }

    /// A scale's places: six bits of one byte a user.
    private func newestWeighing(in index: [UInt8]) -> [Int?] {
        starts.indices.map { user in
            guard user < index.count, case let next = Int(index[user] & 0x3F), next <= records else { return nil }
            return next == 0 ? records - 1 : next - 1
        }
    }

    /// The local time in the clock's section; nil if its checksum is wrong, or the clock was never set.
    package func time(in section: [UInt8]) -> CivilDateTime? {
        let (start, isShuffled): (Int, Bool)
        switch clock {
        case .short? where section.count == 10 && Checksum.sum8(section.prefix(8)) == section[9]:
            (start, isShuffled) = (2, true)
        case .shuffled? where section.count == 16 && Checksum.sum8(section.prefix(14)) == section[15]:
            (start, isShuffled) = (8, true)
        case .plain? where section.count == 16 && Checksum.sum8(section.prefix(14)) == section[14]:
            (start, isShuffled) = (8, false)
        default: return nil
        }
        let order = isShuffled ? [1, 0, 3, 2, 5, 4] : [0, 1, 2, 3, 4, 5]
        let parts = order.map { Int(section[start + $0]) }
        return CivilDateTime(
            year: 2_000 + parts[0],
            month: parts[1],
            day: parts[2],
            hour: parts[3],
            minute: parts[4],
            second: parts[5]
        )
    }
}
