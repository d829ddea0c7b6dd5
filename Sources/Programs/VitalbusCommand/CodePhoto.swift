internal import DisplayPeripherals
internal import Leptonica
internal import PhotoReading
internal import Pixels
internal import ZBar

/// The QR and bar codes of a photo.
struct CodePhoto {
    /// The codes.
    let codes: [BarCode]
    /// How many pixels of the photo one of the codes' is.
    let scale: Int

    /// Looks for the codes of a file.
    init(path: String) throws(ImageError) {
        let picture = try OpenedPicture.open(path: path, isWhole: false)
        codes = BarCodes.find(in: picture.color.gray)
        scale = picture.scale
    }

    /// What the one code says.
    func onlyText() throws(CodeFault) -> String { try CodeReading.only(texts) }

    /// What the codes say.
    var texts: [String] { codes.map { $0.text ?? "" } }
}
