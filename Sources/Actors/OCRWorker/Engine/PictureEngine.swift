package import BusContract

/// What reads displays: the actor's only view of it.
///
/// Every call may take a tenth of a second and more, so the actor makes it on a thread of its own (``EngineLane``).
package protocol PictureEngine: Sendable {
    /// The displays that it knows, by number.
    var peripherals: [OCRPeripherals.Entry] { get }

    /// What to lay over a preview.
    ///
    /// - Throws: ``UnreadablePicture`` for an unknown peripheral or a size that cannot be.
    func overlay(_ request: OverlayRequest) throws(UnreadablePicture) -> Overlay

    /// Says whether a wish can be met at all.
    ///
    /// - Throws: ``UnreadablePicture`` that names what is unknown in it.
    func check(_ wish: DisplayWish) throws(UnreadablePicture)

    /// Reads the display of a picture: JPEG, PNG or what else it decodes.
    ///
    /// - Throws: ``UnreadablePicture`` for bytes that are no picture, or one that is too large.
    func read(_ picture: [UInt8], wish: DisplayWish) throws(UnreadablePicture) -> SeenDisplay

    /// Makes the JPEG that stands for a picture which records do not carry, as large as it.
    ///
    /// - Throws: ``UnreadablePicture`` for bytes that are no picture, or one that is too large.
    func jpeg(of picture: [UInt8]) throws(UnreadablePicture) -> [UInt8]

    /// The QR and bar codes of a picture.
    ///
    /// - Throws: ``UnreadablePicture`` for bytes that are no picture.
    func codes(in picture: [UInt8]) throws(UnreadablePicture) -> [ScannedCodes.Code]

    /// Begins to read a display in frames that follow each other.
    ///
    /// - Parameters:
    ///   - wish: What is expected.
    ///   - cutsFrames: Whether each frame's display is cut out, a few milliseconds' work, and not only the reading's.
    /// - Throws: ``UnreadablePicture`` for a wish that cannot be met.
    func vote(_ wish: DisplayWish, cutsFrames: Bool) throws(UnreadablePicture) -> any DisplayVote
}
