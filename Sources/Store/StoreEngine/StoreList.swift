internal import FoundationEssentials

/// A list of texts as one argument of a statement, for `IN (SELECT value FROM json_each(?))`: its text stays the same.
package enum StoreList {
    /// The list as a JSON array.
    package static func json(_ texts: some Collection<String>) throws -> String {
        String(decoding: try JSONEncoder().encode(Array(texts)), as: UTF8.self)
    }
}
