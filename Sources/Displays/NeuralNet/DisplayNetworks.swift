internal import CDisplayWeights

/// The networks that find and read the values on displays; their weights are part of the program.
package enum DisplayNetworks {
    private static let loadedFinder = unsafe load(vb_finder_weights(), vb_finder_weights_count())
    private static let loadedReader = unsafe load(vb_reader_weights(), vb_reader_weights_count())

    /// Finds rows that hold values; loaded when it is first asked for, and shared.
    ///
    /// - Throws: ``NetworkError`` where the program was built with weights that are damaged.
    package static var finder: Network {
        get throws(NetworkError) { try loadedFinder.get() }
    }

    /// Reads the text of a row; loaded when it is first asked for, and shared.
    ///
    /// - Throws: ``NetworkError`` where the program was built with weights that are damaged.
    package static var reader: Network {
        get throws(NetworkError) { try loadedReader.get() }
    }

    /// Copies the weights out of the program's constants, which live as long as the program does.
    private static func load(_ start: UnsafePointer<UInt8>, _ count: Int) -> Result<Network, NetworkError> {
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        return Result { () throws(NetworkError) in try Network(bytes: bytes) }
    }
}
