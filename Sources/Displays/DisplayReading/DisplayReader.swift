package import NeuralNet
import Pixels

/// Reads meters' displays from images: finds the rows, reads them, assigns them to fields and judges the result.
///
/// It holds the two networks and nothing that changes, so one reader serves all tasks.
package struct DisplayReader: Sendable {
    let finder: Network
    let reader: Network

    /// Makes a reader of a finder of rows and a reader of rows.
    package init(finder: Network, reader: Network) {
        self.finder = finder
        self.reader = reader
    }
}
