/// What a file says about its image before anything is decoded.
struct ImageFacts {
    let width: Int
    let height: Int
    var orientation = ImageOrientation.upright
    /// Whether the image can be decoded at a part of its size.
    var isReducible = false
    /// Whether the file goes on up to the image's end, as far as that is known without decoding.
    var isWhole = true
    /// How many pictures or pages there are; more than one is not told exactly.
    var pictures = 1
    /// What is not read here, in words; nil where nothing is.
    var unsupported: String?

    /// Checks the facts against limits.
    func check(_ limits: ImageLimits, _ name: String) throws(ImageError) {
        guard width > 0, height > 0 else { throw ImageError(code: .damaged, message: "\(name) has no pixels") }
        let most = min(limits.mostPixels, ImageLimits.hardPixels)
        let size = "\(name) has \(width) x \(height) pixels"
        // No side above the limit is multiplied.
        guard max(width, height) <= limits.longestSide, width * height <= most else {
            throw ImageError(
                code: .tooLarge,
                message: "\(size), more than \(most) in all or \(limits.longestSide) on a side; make it smaller first"
            )
        }
        guard isReducible || width * height <= limits.mostPixelsAtOnce else {
            throw ImageError(
                code: .tooLarge,
                message: "\(size), more than \(limits.mostPixelsAtOnce) are only read from a JPEG that is not "
                    + "progressive; save it as one"
            )
        }
        guard pictures == 1 else {
            throw ImageError(code: .severalPictures, message: "\(name) has several pictures; save one of them alone")
        }
        if let unsupported {
            throw ImageError(code: .unsupported, message: "\(name) has \(unsupported); save it as a usual JPEG or PNG")
        }
        guard isWhole else {
            throw ImageError(code: .truncated, message: "\(name) ends before its image does; copy it again")
        }
    }
}
