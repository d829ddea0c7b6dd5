internal import Synchronization

/// A growing list that several tasks write to.
package final class Collected<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    /// Creates an empty list.
    package init() {}

    /// The elements, in the order of their arrival.
    package var all: [Element] { elements.withLock { $0 } }

    /// Appends an element.
    package func add(_ element: Element) { elements.withLock { $0.append(element) } }
}
