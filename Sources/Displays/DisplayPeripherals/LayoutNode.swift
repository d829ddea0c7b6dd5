internal import VitalRecords
internal import Yams

/// A place in a file of layouts, with what errors say of it.
struct LayoutNode {
    let node: Node
    let path: String
    /// The keys that lead to it.
    let place: String

    init(_ node: Node, path: String, place: String) {
        self.node = node
        self.path = path
        self.place = place
    }

    /// An error of this place.
    func wrong(_ words: String) -> LayoutFileError {
        let line = node.mark.map { ":\($0.line)" } ?? ""
        return LayoutFileError("\(path)\(line): \(place.isEmpty ? "" : "\(place): ")\(words)")
    }

    /// Refuses what is no mapping, and keys that are not known.
    func check(_ known: [String]) throws(LayoutFileError) {
        guard let mapping = node.mapping else { throw wrong("write 'key: value' lines here") }
        for (key, _) in mapping where !known.contains(key.string ?? "") {
            let at = LayoutNode(key, path: path, place: place)
            throw at.wrong("there is no key '\(key.string ?? "")': use \(known.joined(separator: ", "))")
        }
    }

    /// What stands under a key, or nil.
    func child(_ key: String) throws(LayoutFileError) -> LayoutNode? {
        guard let mapping = node.mapping else { throw wrong("write 'key: value' lines here") }
        guard let child = mapping[Node(key)], child.null == nil else { return nil }
        return LayoutNode(child, path: path, place: place.isEmpty ? key : "\(place).\(key)")
    }

    /// What stands under a key that must be there.
    func needed(_ key: String) throws(LayoutFileError) -> LayoutNode {
        guard let child = try child(key) else { throw wrong("'\(key)' is missing") }
        return child
    }

    /// The keys of a mapping with what stands under them.
    func children() throws(LayoutFileError) -> [(key: String, node: LayoutNode)] {
        guard let mapping = node.mapping else { throw wrong("write 'key: value' lines here") }
        return mapping.map {
            ($0.key.string ?? "", LayoutNode($0.value, path: path, place: "\(place).\($0.key.string ?? "")"))
        }
    }

    /// The items of a list.
    func items() throws(LayoutFileError) -> [LayoutNode] {
        guard let list = node.sequence else { throw wrong("write a list here, each item behind a dash") }
        return list.enumerated().map { LayoutNode($0.element, path: path, place: "\(place)[\($0.offset + 1)]") }
    }

    /// A text of 1 to 128 characters.
    func text() throws(LayoutFileError) -> String {
        guard let text = node.scalar?.string, (1...128).contains(text.count) else {
            throw wrong("write a text of 1 to 128 characters here")
        }
        return text
    }

    /// A whole number, or two with `to` between them.
    func counts(_ allowed: ClosedRange<Int>) throws(LayoutFileError) -> ClosedRange<Int> {
        let numbers = try text().split(separator: " to ").map { Int($0) }
        guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2, first <= last,
            allowed.contains(first), allowed.contains(last)
        else {
            throw wrong(
                "write a whole number of \(allowed.lowerBound) to \(allowed.upperBound), or two as in '2 to 3'"
            )
        }
        return first...last
    }

    /// Two numbers with `to` between them.
    func range() throws(LayoutFileError) -> ClosedRange<DecimalNumber> {
        let numbers = try text().split(separator: " to ").map { DecimalNumber(String($0)) }
        guard numbers.count == 2, let first = numbers[0], let last = numbers[1], first <= last else {
            throw wrong("write two numbers as in '40 to 250', the smaller one first")
        }
        return first...last
    }
}
