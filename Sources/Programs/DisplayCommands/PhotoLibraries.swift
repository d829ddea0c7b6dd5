package import DisplayAccess
internal import DisplayReading
internal import Foundation
internal import Leptonica
internal import PhotoReading
package import Pixels
internal import VitalRecords
internal import ZBar

/// The displays' libraries for the `vitalbus` commands.
package struct PhotoLibraries: DisplayLibraries {
    /// Creates the libraries.
    package init() {}

    /// Reads displays from photos, prints the results, and returns how many photos gave no reading.
    package func read(_ photos: DisplayPhotos, each: (ReadPhoto) throws -> Void) throws -> Int {
        let request = try photos.request()
        let engine: DisplayEngine
        do {
            engine = try DisplayEngine(within: .usual)
        } catch {
            throw PhotoFault(
                "internal",
                message: "the program's neural networks are damaged (\(error.plainWords)): build it again",
                exitCode: 70
            )
        }
        var unread = 0
        for image in photos.images {
            let found = try recognise(image, show: photos.show, request: request, engine: engine)
            let line = RecognitionLine(file: image, picture: found, layout: request.layout)
            try each(ReadPhoto(line, text: line.text))
            if found.refusal != nil { unread += 1 }
        }
        return unread
    }

    private func recognise(
        _ image: String,
        show: String?,
        request: RecognitionRequest,
        engine: DisplayEngine
    ) throws -> RecognisedPicture {
        guard let show else { return engine.recognise(path: image, request: request) }
        let picture: OpenedPicture
        do {
            picture = try OpenedPicture.open(path: image, isWhole: request.box == nil)
        } catch {
            return RecognisedPicture(refused: PictureRefusal(error))
        }
        let found = engine.recognise(picture, request: request)
        do {
            try Data(ImageFile.png(found.drawing(on: picture))).write(to: URL(filePath: show), options: .atomic)
        } catch {
            throw PhotoFault(
                "invalidArgument",
                message: "\(show) cannot be written: check that its folder exists and its permissions"
            )
        }
        return found
    }

    /// Finds the codes in a photo.
    package func codes(inPhoto path: String) throws(PhotoFault) -> [ScannedCode] {
        do {
            let picture = try OpenedPicture.open(path: path, isWhole: false)
            return BarCodes.find(in: picture.color.gray).map { ScannedCode($0, scale: picture.scale) }
        } catch {
            throw PhotoFault(error.code.rawValue, message: error.message)
        }
    }

    /// Converts a picture of a format that records cannot carry to a JPEG.
    package func jpeg(of picture: [UInt8], name: String) throws(PhotoFault) -> [UInt8] {
        do {
            return try ImageFile.carriedJPEG(bytes: picture, name: name)
        } catch {
            throw PhotoFault(error.code.rawValue, message: error.message)
        }
    }

    /// Decodes a picture; nil if the bytes are not a picture.
    package func decode(_ picture: [UInt8]) -> ColorImage? {
        // Absent is nil: the next frame is drawn.
        try? ImageFile.read(bytes: picture).color
    }
}

extension ScannedCode {
    /// A code found in a picture.
    ///
    /// - Parameter scale: The photo's pixels per pixel of the code.
    fileprivate init(_ code: BarCode, scale: Int) {
        self.init(
            kind: code.symbology.rawValue,
            text: code.text,
            bytes: code.bytes.count,
            corners: code.corners.map { corner in
                [Int(clamping: corner.x.rounded()) * scale, Int(clamping: corner.y.rounded()) * scale]
            }
        )
    }
}
