/// A beam search for the likeliest strings of a lattice, over prefixes (connectionist temporal classification: a
/// string's probability is the sum over all its alignments along the row).
///
/// Source: Hannun et al., First-Pass Large Vocabulary Continuous Speech Recognition using Bi-Directional Recurrent
/// DNNs, 2014, algorithm 1, without a language model.
struct PrefixBeam {
    /// A prefix, as a path in the tree of prefixes.
    private struct Prefix {
        let parent: Int
        let last: UInt8
        let length: Int
    }

    /// A prefix with the log probabilities of ending in a blank or in its last character.
    private struct Entry {
        let prefix: Int
        var blank: Float
        var character: Float
        var total: Float { logSum(blank, and: character) }
    }

    /// The longest string in characters.
    static let longest = 12

    private let width: Int
    private var prefixes = [Prefix(parent: -1, last: 0, length: 0)]
    private var children: [Int: Int] = [:]
    private var entries = [Entry(prefix: 0, blank: 0, character: -.infinity)]
    private var next: [Entry] = []
    private var slots: [Int: Int] = [:]

    /// Searches a lattice with a beam width and returns the best strings, the likeliest first.
    static func search(_ lattice: CharacterLattice, width: Int = 12, keeping count: Int = 4) -> [ScoredString] {
        var beam = PrefixBeam(width: width)
        for step in 0..<lattice.steps { beam.advance(lattice, step: step) }
        return beam.entries.prefix(count).map {
            ScoredString(classes: beam.classes(of: $0.prefix), log: Double($0.total))
        }
    }

    private init(width: Int) {
        self.width = width
    }

    private mutating func advance(_ lattice: CharacterLattice, step: Int) {
        let blank = lattice[step: step, character: 0]
        // Characters below this cannot enter the beam's result: e^-9 is one in 8,000.
        let likely = (1..<lattice.classes).filter { lattice[step: step, character: $0] > -9 }
        if likely.isEmpty {
            for index in entries.indices {
                entries[index].blank = entries[index].total + blank
                entries[index].character = -.infinity
            }
            return
        }
        next.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        for entry in entries { extend(entry, blank: blank, likely: likely, lattice: lattice, step: step) }
        next.sort { $0.total > $1.total }
        entries = Array(next.prefix(width))
    }

    private mutating func extend(
        _ entry: Entry,
        blank: Float,
        likely: [Int],
        lattice: CharacterLattice,
        step: Int
    ) {
        let prefix = prefixes[entry.prefix]
        add(entry.prefix, blank: entry.total + blank, character: -.infinity)
        if prefix.last > 0 {
            let again = entry.character + lattice[step: step, character: Int(prefix.last)]
            add(entry.prefix, blank: -.infinity, character: again)
        }
        guard prefix.length < Self.longest else { return }
        for character in likely {
            let before = character == Int(prefix.last) ? entry.blank : entry.total
            guard before > -.infinity else { continue }
            let child = child(of: entry.prefix, character: UInt8(character), length: prefix.length + 1)
            add(child, blank: -.infinity, character: before + lattice[step: step, character: character])
        }
    }

    private mutating func add(_ prefix: Int, blank: Float, character: Float) {
        if let slot = slots[prefix] {
            next[slot].blank = logSum(next[slot].blank, and: blank)
            next[slot].character = logSum(next[slot].character, and: character)
        } else {
            slots[prefix] = next.count
            next.append(Entry(prefix: prefix, blank: blank, character: character))
        }
    }

    private mutating func child(of prefix: Int, character: UInt8, length: Int) -> Int {
        let key = prefix << 8 | Int(character)
        if let known = children[key] { return known }
        prefixes.append(Prefix(parent: prefix, last: character, length: length))
        children[key] = prefixes.count - 1
        return prefixes.count - 1
    }

    private func classes(of prefix: Int) -> [UInt8] {
        var result: [UInt8] = []
        var at = prefix
        while at > 0 {
            result.append(prefixes[at].last)
            at = prefixes[at].parent
        }
        return result.reversed()
    }
}
