/// The characters that the reader's network tells apart, in the order of its classes.
package enum ReaderAlphabet {
    /// The class that stands for no character.
    package static let blank = 0

    /// The characters of the classes from 1 on.
    package static let characters = Array("0123456789.:-/ACEFHILPbdhnortu")

    /// How many classes there are, with the blank.
    package static let classes = characters.count + 1

    /// The class of each character.
    package static let classOf = Dictionary(uniqueKeysWithValues: zip(characters, 1...))

    /// The text of classes; those out of range are left out.
    package static func text(_ classes: [UInt8]) -> String {
        String(classes.lazy.filter { $0 > 0 && $0 <= characters.count }.map { characters[Int($0) - 1] })
    }
}
