package import BusContract

/// An answer with a picture's progress.
package protocol PartProgress: Sendable {
    /// Whether parts are missing.
    var isWanted: Bool { get }
    /// The size of a part in bytes; the last one has the rest.
    var partSize: Int { get }
    /// The missing parts; also empty while the last one is being checked.
    var missing: [Int] { get }
}

extension ImageReceived: PartProgress {
    package var isWanted: Bool { state == .wanted }
}

extension PictureReceived: PartProgress {
    package var isWanted: Bool { state == .wanted }
}
