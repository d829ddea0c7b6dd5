/// One page of a long list.
public struct StorePage<Element: Sendable>: Sendable {
    /// The page's number, from 1.
    public let page: Int
    /// How many pages there are, at least 1.
    public let pages: Int
    /// How many elements there are on all pages.
    public let total: Int
    /// The page's elements.
    public let elements: [Element]
    /// The snapshot that the other pages can be read from; nil for a page that is read as things are.
    public internal(set) var snapshot: String?
}
