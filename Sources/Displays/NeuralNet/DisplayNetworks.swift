internal import CDisplayWeights

/// The built-in networks that find and read the values on displays.
package enum DisplayNetworks {
    private static let loadedFinder = unsafe load(vb_finder_weights(), count: vb_finder_weights_count())
    private static let loadedReader = unsafe load(vb_reader_weights(), count: vb_reader_weights_count())

    /// The network that finds rows with values; loaded on first use, and shared.
    ///
    /// - Throws: ``NetworkError`` if the built-in weights are damaged.
    package static var finder: Network {
        get throws(NetworkError) { try loadedFinder.get() }
    }

    /// The network that reads the text of a row; loaded on first use, and shared.
    ///
    /// - Throws: ``NetworkError`` if the built-in weights are damaged.
    package static var reader: Network {
        get throws(NetworkError) { try loadedReader.get() }
    }

    /// Copies the weights from the program's constants, which live as long as the process.
    private static func load(_ start: UnsafePointer<UInt8>, count: Int) -> Result<Network, NetworkError> {
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        return Result { () throws(NetworkError) in try Network(bytes: bytes) }
    }
}
