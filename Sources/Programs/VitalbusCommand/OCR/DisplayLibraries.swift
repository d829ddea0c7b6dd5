internal import DisplayPeripherals
internal import HubRunner
package import Pixels
internal import SystemCalls
internal import SystemPackage

/// The functions that commands need from the displays' libraries, which only the program `ocr-worker` links.
package protocol DisplayLibraries: Sendable {
    /// Reads displays from photos, prints the results, and returns how many photos gave no reading.
    func read(_ photos: DisplayPhotos, in environment: CommandEnvironment) throws -> Int
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
    /// The display in them.
    package let choice: OCRChoice
    /// The file with the operator's own layouts.
    package let layouts: String?
    /// The file for a drawing of the results.
    package let show: String?
    /// Whether the lines for people are omitted.
    package let isQuiet: Bool
}

/// Why a photo cannot be read.
package struct PhotoFault: Error {
    /// The stable code.
    package let code: String
    /// What happened.
    package let message: String

    /// Creates a fault.
    package init(_ code: String, message: String) {
        self.code = code
        self.message = message
    }
}

/// A code that was found in a photo.
package struct ScannedCode: Encodable, Sendable {
    /// The symbology: `qr`, `ean-13`, ….
    let kind: String
    /// The content; nil if it is not UTF-8.
    let text: String?
    /// The length of the content in bytes.
    let bytes: Int
    /// The corners, each x and y in pixels of the upright photo.
    let corners: [[Int]]

    /// Creates a code.
    package init(kind: String, text: String?, bytes: Int, corners: [[Int]]) {
        self.kind = kind
        self.text = text
        self.bytes = bytes
        self.corners = corners
    }
}

extension [ScannedCode] {
    /// The texts of the codes.
    var texts: [String] { map { $0.text ?? "" } }

    /// The text of the only code.
    func onlyText() throws(CodeFault) -> String { try CodeReading.only(texts) }
}

/// The program that links the displays' libraries, and acts as `vitalbus` when started by that name.
enum DisplayProgram {
    private static let name = "ocr-worker"

    /// Replaces this process by that program with the same command line; returns only if that fails.
    ///
    /// - Throws: ``CommandFailure`` (69) if the program is missing or does not start.
    static func takeOver() throws -> Never {
        let folder = ProgramFolder.path
        guard let program = ProgramFolder.executable(of: name, in: folder) else {
            throw failure("\(name), the program that reads pictures, is missing from \(folder)")
        }
        let error = ProgramChange.run(program, arguments: ["vitalbus"] + CommandLine.arguments.dropFirst())
        throw failure("\(program) does not start (\(Errno(rawValue: error)))")
    }

    private static func failure(_ message: String) -> CommandFailure {
        CommandFailure(
            HubRunnerError.Code.executableMissing.rawValue,
            message: "\(message): build all programs, or install them in the same folder",
            exitCode: ExitCodes.unavailable
        )
    }
}
