internal import Archive

/// The name and the unit of each metric of a file, in its order.
///
/// Apps write the parts of an object in any order; where the points come before the name, only another look tells whose
/// they are.
struct AutoNames {
    /// What one metric is called.
    struct Name {
        var name: String?
        var unit: String?
    }

    /// There are some 150 kinds; the points of more are left out.
    private static let most = 10_000

    private var names: [Name] = []

    /// The metric at a place; nil where the file breaks off before it.
    subscript(_ index: Int) -> Name? { names.indices.contains(index) ? names[index] : nil }

    /// Goes through a file; where it breaks off, the names up to there are kept.
    init(_ source: any ByteSource) throws {
        var found: [Name] = []
        _ = try JSONPass.run(source, progress: { _ in }, { reader in try Self.walk(&reader, &found) })
        names = found
    }

    private static func walk(_ reader: inout JSONReader, _ found: inout [Name]) throws {
        try AutoShape.walk(
            &reader,
            metric: { reader in
                guard found.count < Self.most else { return try reader.skip() }
                found.append(Name())
                try reader.members { reader, field in
                    switch field {
                    case "name": found[found.count - 1].name = try reader.text()
                    case "units": found[found.count - 1].unit = try reader.text()
                    default: try reader.skip()
                    }
                }
            }
        )
    }
}
