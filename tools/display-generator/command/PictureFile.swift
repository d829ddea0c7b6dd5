internal import Pixels
internal import SystemPackage

/// Pictures that are written to be looked at.
enum PictureFile {
    /// Writes a picture as a PPM file, in place of what the file had.
    ///
    /// - Throws: `Errno`.
    static func write(_ image: ColorImage, to file: String) throws {
        let output = try FileDescriptor.open(
            FilePath(file),
            .writeOnly,
            options: [.create, .truncate],
            permissions: .ownerReadWrite
        )
        try output.closeAfter { _ = try output.writeAll(image.ppm) }
    }
}
