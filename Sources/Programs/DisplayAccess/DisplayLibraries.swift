package import DisplayLayouts
package import DisplayPeripherals
package import Pixels

/// The functions that commands need from the displays' libraries, which only the program `ocr-worker` links.
package protocol DisplayLibraries: Sendable {
    /// Reads displays from photos, passes on the results, and returns how many photos gave no reading.
    ///
    /// - Parameter each: Takes the result of each photo, in order.
    /// - Throws: ``PhotoFault``, or the error of `each`.
    func read(_ photos: DisplayPhotos, each: (ReadPhoto) throws -> Void) throws -> Int
    /// Finds the codes in a photo.
    func codes(inPhoto path: String) throws(PhotoFault) -> [ScannedCode]
    /// Converts a picture of a format that records cannot carry to a JPEG.
    ///
    /// - Parameter name: The name in messages.
    func jpeg(of picture: [UInt8], name: String) throws(PhotoFault) -> [UInt8]
    /// Decodes a picture; nil if the bytes are not a picture.
    func decode(_ picture: [UInt8]) -> ColorImage?
}

/// The photos of `vitalbus ocr`, with the options for reading them.
package struct DisplayPhotos: Sendable {
    /// The files.
    package let images: [String]
    /// The kind of meter, used if no meter is named.
    package let kind: DisplayKind
    /// The meter.
    package let peripheral: DisplayPeripheral?
    /// The display's position, before its rotation.
    package let box: PixelRect?
    /// The clockwise rotation of the box around its centre in degrees, -360…360; 0 for an upright one.
    package let boxAngle: Double
    /// The unit to which the meter is set.
    package let unit: DisplayUnit?
    /// The file for a drawing of the results.
    package let show: String?

    /// Creates a request for photos.
    package init(
        images: [String],
        kind: DisplayKind,
        peripheral: DisplayPeripheral?,
        box: PixelRect?,
        boxAngle: Double,
        unit: DisplayUnit?,
        show: String?
    ) {
        (self.images, self.kind, self.peripheral) = (images, kind, peripheral)
        (self.box, self.boxAngle, self.unit, self.show) = (box, boxAngle, unit, show)
    }
}

/// The result for a photo.
package struct ReadPhoto: Sendable {
    /// The line for programs.
    package let line: any Encodable & Sendable
    /// The line for people.
    package let text: String

    /// Creates a result.
    package init(_ line: any Encodable & Sendable, text: String) { (self.line, self.text) = (line, text) }
}

/// Why a photo cannot be read.
package struct PhotoFault: Error {
    /// The stable code.
    package let code: String
    /// What happened.
    package let message: String
    /// The command's exit code, as in `sysexits.h`.
    package let exitCode: Int32

    /// Creates a fault; the exit code defaults to that of invalid input.
    package init(_ code: String, message: String, exitCode: Int32 = 65) {
        (self.code, self.message, self.exitCode) = (code, message, exitCode)
    }
}

/// A code that was found in a photo.
package struct ScannedCode: Encodable, Sendable {
    /// The symbology: `qr`, `ean-13`, ….
    package let kind: String
    /// The content; nil if it is not UTF-8.
    package let text: String?
    /// The length of the content in bytes.
    package let bytes: Int
    /// The corners, each x and y in pixels of the upright photo.
    package let corners: [[Int]]

    /// Creates a code.
    package init(kind: String, text: String?, bytes: Int, corners: [[Int]]) {
        self.kind = kind
        self.text = text
        self.bytes = bytes
        self.corners = corners
    }
}
