package import BusContract
internal import FoundationEssentials
package import MessageBus

extension PictureReceived {
    /// The answer about a picture in transfer.
    ///
    /// - Parameter missing: The missing parts; nil if the picture is stored.
    package init<Owner>(_ key: PartUploads<Owner>.Key, missing: [Int]?) {
        self.init(
            sha256: key.sha256,
            state: missing == nil ? .stored : .wanted,
            partSize: PartUploads<Owner>.partSize,
            missing: missing ?? []
        )
    }
}

extension ImageBytes {
    /// The bytes of a stored picture from an offset on.
    ///
    /// - Throws: `BusError` `invalidArgument` if there are none.
    package init(_ part: [UInt8], at offset: Int) throws(BusError) {
        guard !part.isEmpty else {
            throw BusError(.invalidArgument, message: "the picture ends before byte \(offset)")
        }
        self.init(data: Data(part).base64EncodedString())
    }
}
