package import BusContract

/// An answer that says how far a picture has got.
package protocol PartProgress: Sendable {
    /// `wanted` while parts are missing.
    var state: String { get }
    /// The size of a part in bytes; the last one has the rest.
    var partSize: Int { get }
    /// The parts that are missing; empty too while the last one is being checked.
    var missing: [Int] { get }
}

extension ImageReceived: PartProgress {}
extension PictureReceived: PartProgress {}
