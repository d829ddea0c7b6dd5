package import BusContract

/// The interface through which the actor reads displays.
///
/// A call may take a tenth of a second or more, so the actor makes it on a separate thread (``EngineLane``).
package protocol PictureEngine: Sendable {
    /// The displays that the engine knows, by number.
    var peripherals: [OCRPeripherals.Entry] { get }

    /// The overlay for a preview.
    ///
    /// - Throws: ``UnreadablePicture`` for an unknown peripheral or an invalid size.
    func overlay(_ request: OverlayRequest) throws(UnreadablePicture) -> Overlay

    /// Checks that a wish can be fulfilled.
    ///
    /// - Throws: ``UnreadablePicture`` that names the unknown part.
    func check(_ wish: DisplayWish) throws(UnreadablePicture)

    /// Reads the display of a picture: JPEG, PNG or what else it decodes.
    ///
    /// - Throws: ``UnreadablePicture`` for undecodable bytes, or a picture that is too large.
    func read(_ picture: [UInt8], wish: DisplayWish) throws(UnreadablePicture) -> SeenDisplay

    /// Converts a picture in a format that records do not accept to a JPEG of the same size.
    ///
    /// - Throws: ``UnreadablePicture`` for undecodable bytes, or a picture that is too large.
    func jpeg(of picture: [UInt8]) throws(UnreadablePicture) -> [UInt8]

    /// The QR codes and bar codes in a picture.
    ///
    /// - Throws: ``UnreadablePicture`` for undecodable bytes.
    func codes(in picture: [UInt8]) throws(UnreadablePicture) -> [ScannedCodes.Code]

    /// Starts to read a display in successive frames.
    ///
    /// - Parameters:
    ///   - wish: The expected display.
    ///   - cutsFrames: Whether to crop the display from each frame, which takes some milliseconds, not only for the
    ///     reading.
    /// - Throws: ``UnreadablePicture`` for a wish that cannot be fulfilled.
    func vote(_ wish: DisplayWish, cutsFrames: Bool) throws(UnreadablePicture) -> any DisplayVote
}
