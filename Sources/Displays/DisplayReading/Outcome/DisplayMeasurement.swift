package import Pixels
package import VitalRecords

/// A field's value on a display.
package struct DisplayMeasurement: Sendable, Equatable {
    /// The field's key in the layout, such as `sys`, `glucose` or `value`.
    package let key: String
    /// The value, with the fraction digits that the display shows.
    package let value: DecimalNumber
    /// The characters as shown, with the point that the display squeezes between digits: `12.8`.
    package let text: String
    /// The unit's name in the layout, such as `mmHg` or `mmol/L`; nil if the layout has none.
    package let unit: String?
    /// The position of the value, in the pixels of the image.
    package let box: OrientedBox
    /// The characters of `text`.
    package let characters: [CharacterGuess]
    /// The ends at which another digit would also make a value of the field.
    package let openEnds: OpenEnds

    /// Creates a measurement from its parts.
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

    /// The measurement moved by a function.
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
    /// The position of each character, from left to right; a point takes about a third of a digit's width.
    package var places: [OrientedBox] {
        var left = -box.width / 2
        return widths.map { width in
            defer { left += width * digitWidth }
            return place(at: left + width * digitWidth / 2, width: width * digitWidth)
        }
    }

    /// The positions of one more digit at the open ends.
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

/// A character of a value as read, with its alternatives.
package struct CharacterGuess: Sendable, Equatable {
    /// Another character at the same position, with its probability, 0…1.
    package struct Alternative: Sendable, Equatable {
        /// The other character.
        package let character: Character
        /// Its probability, 0…1.
        package let probability: Double

        /// Creates one from its parts.
        package init(character: Character, probability: Double) {
            self.character = character
            self.probability = probability
        }
    }

    /// The character as read, of the reader's alphabet; never blank.
    package let character: Character
    /// Its probability from the network, 0…1; it is only part of the outcome's confidence.
    package let probability: Double
    /// At most three alternatives, the likeliest first.
    package let alternatives: [Alternative]

    /// Creates a guess from its parts.
    package init(character: Character, probability: Double, alternatives: [Alternative] = []) {
        self.character = character
        self.probability = probability
        self.alternatives = alternatives
    }
}

/// The ends at which a value may continue unseen.
package struct OpenEnds: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    /// Creates a set from its bits.
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Before the first character: `72` may be the rest of `172`.
    package static let front = OpenEnds(rawValue: 1)
    /// After the last character: `41.6` may be the start of `41.65`.
    package static let back = OpenEnds(rawValue: 2)
}
