package import DisplayLayouts
package import DisplayPeripherals
package import Pixels

/// What commands need the displays' libraries for, which only the program `ocr-worker` links.
package protocol DisplayLibraries: Sendable {
    /// Reads displays from photos, hands on what was found, and returns how many photos gave no reading.
    ///
    /// - Parameter each: Takes what was found in one photo, in their order.
    /// - Throws: ``PhotoFault``, or what `each` throws.
    func read(_ photos: DisplayPhotos, each: (ReadPhoto) throws -> Void) throws -> Int
    /// Finds the codes in a photo.
    func codes(inPhoto path: String) throws(PhotoFault) -> [ScannedCode]
    /// Makes the JPEG that stands for a picture which records do not carry.
    ///
    /// - Parameter name: The name in messages.
    func jpeg(of picture: [UInt8], name: String) throws(PhotoFault) -> [UInt8]
    /// Decodes a picture; nil if it is none.
    func decode(_ picture: [UInt8]) -> ColorImage?
}

/// The photos of `vitalbus ocr`, and what is wanted of them.
package struct DisplayPhotos: Sendable {
    /// The files.
    package let images: [String]
    /// The kind of meter, where none is named.
    package let kind: DisplayKind
    /// The meter.
    package let peripheral: DisplayPeripheral?
    /// Where the display is, before its turn.
    package let box: PixelRect?
    /// How far the box is turned around its centre, in degrees clockwise, -360…360; 0 for an upright one.
    package let boxAngle: Double
    /// What the meter is set to.
    package let unit: DisplayUnit?
    /// The file for a drawing of what was found.
    package let show: String?

    /// Names photos.
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

/// What was found in a photo.
package struct ReadPhoto: Sendable {
    /// The line for programs.
    package let line: any Encodable & Sendable
    /// The line for people.
    package let text: String

    /// Makes a finding.
    package init(_ line: any Encodable & Sendable, text: String) { (self.line, self.text) = (line, text) }
}

/// Why a photo cannot be read.
package struct PhotoFault: Error {
    /// The stable code.
    package let code: String
    /// What happened to what.
    package let message: String
    /// The code of `sysexits.h` that a command ends with.
    package let exitCode: Int32

    /// Makes a fault; of the input unless another exit code is given.
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

    /// Makes a code.
    package init(kind: String, text: String?, bytes: Int, corners: [[Int]]) {
        self.kind = kind
        self.text = text
        self.bytes = bytes
        self.corners = corners
    }
}
