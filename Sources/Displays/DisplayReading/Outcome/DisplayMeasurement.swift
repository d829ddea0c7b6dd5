package import Pixels
package import VitalRecords

/// A value of a field as a display shows it.
package struct DisplayMeasurement: Sendable, Equatable {
    /// The field's key in the layout, such as `sys`, `glucose` or `value`.
    package let key: String
    /// The value, with the digits behind the point that the display shows.
    package let value: DecimalNumber
    /// The characters as shown, with the point where the display squeezes it between digits: `12.8`.
    package let text: String
    /// The unit's name as the layout has it, such as `mmHg` or `mmol/L`; nil where the layout has none.
    package let unit: String?
    /// Where the value stands, in the pixels of the image that was read.
    package let box: OrientedBox
    /// The characters of `text`, one by one.
    package let characters: [CharacterGuess]
    /// At which ends a further digit would make a value of the field too.
    package let openEnds: OpenEnds

    /// Makes a measurement from its parts.
    package init(
        key: String,
        value: DecimalNumber,
        text: String,
        unit: String?,
        box: OrientedBox,
        characters: [CharacterGuess],
        openEnds: OpenEnds
    ) {
        self.key = key
        self.value = value
        self.text = text
        self.unit = unit
        self.box = box
        self.characters = characters
        self.openEnds = openEnds
    }

    /// The same measurement in another place.
    func placed(_ place: (OrientedBox) -> OrientedBox) -> DisplayMeasurement {
        DisplayMeasurement(
            key: key,
            value: value,
            text: text,
            unit: unit,
            box: place(box),
            characters: characters,
            openEnds: openEnds
        )
    }
}

extension DisplayMeasurement {
    /// The place of each character, from left to right; a point takes about a third of a digit's width.
    package var places: [OrientedBox] {
        var left = -box.width / 2
        return widths.map { width in
            defer { left += width * digitWidth }
            return place(at: left + width * digitWidth / 2, width: width * digitWidth)
        }
    }

    /// The places of one more digit at the ends where one would make a value too.
    var placesBeside: [OrientedBox] {
        let ends = [(OpenEnds.front, -1.0), (.back, 1)].filter { openEnds.contains($0.0) }
        return ends.map { place(at: $0.1 * (box.width + digitWidth) / 2, width: digitWidth) }
    }

    private var widths: [Double] { characters.map { ".:".contains($0.character) ? 0.35 : 1 } }

    private var digitWidth: Double { box.width / max(widths.reduce(0, +), 1) }

    private func place(at along: Double, width: Double) -> OrientedBox {
        OrientedBox(center: box.point(along: along, across: 0), width: width, height: box.height, angle: box.angle)
    }
}

/// One character of a value as it was read, with what else it could be.
package struct CharacterGuess: Sendable, Equatable {
    /// Another character that the same place could show, with its probability, 0…1.
    package struct Alternative: Sendable, Equatable {
        /// The other character.
        package let character: Character
        /// Its probability, 0…1.
        package let probability: Double

        /// Makes one from its parts.
        package init(character: Character, probability: Double) {
            self.character = character
            self.probability = probability
        }
    }

    /// The character that was read, of the reader's alphabet; never blank.
    package let character: Character
    /// Its probability, 0…1, as the network gives it; of the outcome's confidence only a part.
    package let probability: Double
    /// At most three others, the likeliest first.
    package let alternatives: [Alternative]

    /// Makes a guess from its parts.
    package init(character: Character, probability: Double, alternatives: [Alternative] = []) {
        self.character = character
        self.probability = probability
        self.alternatives = alternatives
    }
}

/// The ends of a value at which it may go on where nobody sees it.
package struct OpenEnds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    /// Takes the bits of the ends.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// In front of the first character: `72` may be the rest of `172`.
    package static let front = OpenEnds(rawValue: 1)
    /// Behind the last character: `41.6` may be the beginning of `41.65`.
    package static let back = OpenEnds(rawValue: 2)
}
