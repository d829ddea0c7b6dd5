internal import DisplayLayouts
internal import VitalRecords
internal import Yams

/// A node of a layout file with its place for error messages.
struct LayoutNode {
    let node: Node
    let path: String
    /// The path of keys to it.
    let place: String

    init(_ node: Node, path: String, place: String) {
        self.node = node
        self.path = path
        self.place = place
    }

    /// Creates an error about this node.
    func wrong(_ words: String) -> LayoutFileError {
        let line = node.mark.map { ":\($0.line)" } ?? ""
        return LayoutFileError("\(path)\(line): \(place.isEmpty ? "" : "\(place): ")\(words)")
    }

    /// Checks that it is a mapping with only known keys.
    func check(_ known: [String]) throws(LayoutFileError) {
        guard let mapping = node.mapping else { throw wrong("write 'key: value' lines here") }
        for (key, _) in mapping where !known.contains(key.string ?? "") {
            let at = LayoutNode(key, path: path, place: place)
            throw at.wrong("unknown key '\(key.string ?? "")': use \(known.joined(separator: ", "))")
        }
    }

    /// The value of a key; nil if absent.
    func child(_ key: String) throws(LayoutFileError) -> LayoutNode? {
        guard let mapping = node.mapping else { throw wrong("write 'key: value' lines here") }
        guard let child = mapping[Node(key)], child.null == nil else { return nil }
        return LayoutNode(child, path: path, place: place.isEmpty ? key : "\(place).\(key)")
    }

    /// The value of a required key.
    func needed(_ key: String) throws(LayoutFileError) -> LayoutNode {
        guard let child = try child(key) else { throw wrong("'\(key)' is missing") }
        return child
    }

    /// The keys and values of a mapping.
    func children() throws(LayoutFileError) -> [(key: String, node: LayoutNode)] {
        guard let mapping = node.mapping else { throw wrong("write 'key: value' lines here") }
        return mapping.map {
            ($0.key.string ?? "", LayoutNode($0.value, path: path, place: "\(place).\($0.key.string ?? "")"))
        }
    }

    /// The items of a list.
    func items() throws(LayoutFileError) -> [LayoutNode] {
        guard let list = node.sequence else { throw wrong("write a list here, with a dash before each item") }
        return list.enumerated().map { LayoutNode($0.element, path: path, place: "\(place)[\($0.offset + 1)]") }
    }

    /// A text of 1 to 128 characters.
    func text() throws(LayoutFileError) -> String {
        guard let text = node.scalar?.string, (1...128).contains(text.count) else {
            throw wrong("write a text of 1 to 128 characters here")
        }
        return text
    }

    /// An integer, or two with `to` between them.
    func counts(_ allowed: ClosedRange<Int>) throws(LayoutFileError) -> ClosedRange<Int> {
        let numbers = try text().split(separator: " to ").map { Int($0) }
        guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2, first <= last,
            allowed.contains(first), allowed.contains(last)
        else {
            throw wrong(
                "write a whole number from \(allowed.lowerBound) to \(allowed.upperBound), or a range like '2 to 3'"
            )
        }
        return first...last
    }

    /// Two numbers with `to` between them.
    func range() throws(LayoutFileError) -> ClosedRange<DecimalNumber> {
        let numbers = try text().split(separator: " to ").map { DecimalNumber(String($0)) }
        guard numbers.count == 2, let first = numbers[0], let last = numbers[1], first <= last else {
            throw wrong("write a range like '40 to 250', the smaller number first")
        }
        return first...last
    }
}

extension LayoutNode {
    /// An operator's peripheral.
    func peripheral() throws(LayoutFileError) -> DisplayPeripheral {
        try check(["id", "name", "manufacturer", "model", "image", "type", "unit", "rows", "fields"])
        let idNode = try needed("id")
        guard let id = Int(try idNode.text()), LayoutFile.ids.contains(id) else {
            throw idNode.wrong(
                "write a number from \(LayoutFile.ids.lowerBound) to \(LayoutFile.ids.upperBound), which are free for your own layouts"
            )
        }
        let name = try child("name")?.text()
        let model = try child("model")?.text()
        guard name != nil || model != nil else { throw wrong("'name' or 'model' is missing") }
        let layout = try layout()
        return DisplayPeripheral(
            id: id,
            name: name,
            manufacturer: try child("manufacturer")?.text(),
            model: model,
            imageURL: try child("image")?.text(),
            layout: layout,
            face: try face(layout),
            defaultUnit: try unit(layout)
        )
    }

    /// The face of a described meter: its rows, if the operator described any.
    private func face(_ layout: DisplayLayout) throws(LayoutFileError) -> DisplayFace {
        guard try child("rows") != nil, let rows = layout.arrangements.first else { return .kind }
        return .rows(rows, words: [:])
    }

    private func unit(_ layout: DisplayLayout) throws(LayoutFileError) -> DisplayUnit? {
        guard let node = try child("unit") else { return nil }
        let units = layout.fields.flatMap(\.units)
        let word = try node.text()
        guard let unit = units.first(where: { $0.isNamed(word) }) else {
            throw node.wrong("'\(word)' is not a unit of this type: use \(units.map(\.name).joined(separator: ", "))")
        }
        return unit
    }

    private func layout() throws(LayoutFileError) -> DisplayLayout {
        let typeNode = try needed("type")
        guard let kind = DisplayKind(word: try typeNode.text()) else {
            let known = DisplayKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw typeNode.wrong("write one of \(known)")
        }
        let standard = DisplayLayout.standard(kind)
        var (fields, heights) = (standard.fields, standard.heights)
        for (key, node) in try child("fields")?.children() ?? [] {
            try node.change(&fields, key: key, kind: kind)
            if let height = try node.child("height") { heights[key] = try height.height() }
        }
        let rows = try child("rows").map { node throws(LayoutFileError) in try node.rows(fields.map(\.key)) }
        let used = Set(rows?.keys ?? fields.map(\.key))
        return DisplayLayout(
            kind: kind,
            fields: fields.filter { used.contains($0.key) },
            arrangements: rows.map { [$0] } ?? standard.arrangements,
            relations: standard.relations.filter { used.contains($0.greater) && used.contains($0.smaller) },
            heights: heights.filter { used.contains($0.key) }
        )
    }

    private func height() throws(LayoutFileError) -> ClosedRange<Double> {
        guard let value = Double(try text()), (0.1...1).contains(value) else {
            throw wrong("write the row's height relative to the highest row, 0.1 to 1")
        }
        return max(0.1, value * 0.8)...min(1, value * 1.25)
    }

    private func rows(_ known: [String]) throws(LayoutFileError) -> DisplayArrangement {
        var lines: [[String]] = []
        for item in try items() {
            var line: [String] = []
            for part in item.node.sequence == nil ? [item] : try item.items() {
                let key = try part.text()
                guard known.contains(key) else {
                    throw part.wrong("unknown field '\(key)': use \(known.joined(separator: ", "))")
                }
                guard !(lines.flatMap(\.self) + line).contains(key) else {
                    throw part.wrong("the field '\(key)' occurs twice")
                }
                line.append(key)
            }
            guard !line.isEmpty else { throw item.wrong("write one or more fields in a row") }
            lines.append(line)
        }
        guard (1...6).contains(lines.count) else { throw wrong("write 1 to 6 rows, from top to bottom") }
        return DisplayArrangement(lines)
    }

    private func change(
        _ fields: inout [DisplayField],
        key: String,
        kind: DisplayKind
    ) throws(LayoutFileError) {
        try check(["digits", "decimals", "range", "height", "unit"])
        let index = fields.firstIndex { $0.key == key }
        guard index != nil || kind == .any, key.count <= 32, key.allSatisfy({ $0.isASCII && $0.isLetter }) else {
            throw wrong("unknown field: use \(fields.map(\.key).joined(separator: ", "))")
        }
        guard let base = index.map({ fields[$0] }) ?? fields.first else { return }
        let word = try child("unit")?.text()
        guard let rule = word.map({ word in base.rules.first { $0.unit?.isNamed(word) == true } }) ?? base.rules.first
        else {
            throw wrong(
                "'\(word ?? "")' is not one of its units: use \(base.units.map(\.name).joined(separator: ", "))"
            )
        }
        let changed = UnitRule(
            rule.unit,
            range: try child("range")?.range() ?? rule.range,
            digits: try child("digits")?.counts(1...9) ?? rule.digits,
            decimals: try child("decimals")?.counts(0...4) ?? rule.decimals,
            allowsMinus: rule.allowsMinus,
            isStonesAndPounds: rule.isStonesAndPounds
        )
        let others = word == nil ? base.rules.filter { $0.unit != rule.unit } : []
        let field = DisplayField(
            key,
            metric: base.metric,
            rule: changed,
            others: others,
            keepsLeadingZeros: base.keepsLeadingZeros
        )
        if let index { fields[index] = field } else { fields.append(field) }
    }
}
