/// The only table of image formats that are recognised by their content.
///
/// Records carry only ``ImageKind``. All formats can be read as photos of displays and codes.
public enum ImageFormat: String, CaseIterable, Hashable, Sendable {
    /// JPEG, as cameras write it.
    case jpeg
    /// PNG.
    case png
    /// HEIC, as phones write it: HEVC in ISO/IEC 23008-12.
    case heic
    /// AVIF: AV1 in ISO/IEC 23008-12.
    case avif
    /// TIFF with one page.
    case tiff
    /// WebP.
    case webP = "webp"
    /// Windows bitmap.
    case bmp
    /// PBM, PGM and PPM.
    case pnm
    /// GIF with one picture.
    case gif

    /// The name for people.
    public var name: String { self == .webP ? "WebP" : rawValue.uppercased() }

    /// All names for people, `JPEG, PNG, … and GIF`.
    public static let names: String = {
        let names = allCases.map(\.name)
        return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
    }()

    /// The usual extensions of files, in lower case; content alone decides what a file is.
    public var fileExtensions: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg"]
        case .heic: ["heic", "heif", "hif"]
        case .tiff: ["tif", "tiff"]
        case .pnm: ["pnm", "pbm", "pgm", "ppm"]
        case .png, .avif, .webP, .bmp, .gif: [rawValue]
        }
    }

    /// The usual extensions of all formats.
    public static let allFileExtensions = Set(allCases.flatMap(\.fileExtensions))

    /// Whether a record carries it only after conversion to JPEG.
    public var becomesJPEG: Bool { self == .heic || self == .avif }

    /// Detects a format from a file's first bytes; nil for any other.
    public init?(_ bytes: [UInt8]) {
        func begins(_ start: [UInt8], at place: Int = 0) -> Bool { bytes.dropFirst(place).starts(with: start) }
        if begins([0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if let brands = MediaBrands(bytes) {
            guard let format = brands.format else { return nil }
            self = format
        } else if begins(Array("II*\0".utf8)) || begins(Array("MM\0*".utf8)) {
            self = .tiff
        } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
            self = .webP
        } else if begins(Array("BM".utf8)) {
            self = .bmp
        } else if begins(Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.count > 2, bytes[0] == 0x50, (0x31...0x36).contains(bytes[1]) {
            self = .pnm
        } else {
            return nil
        }
    }
}

/// The brands of an ISO base media file (ISO/IEC 14496-12, 4.3).
struct MediaBrands {
    /// ISO/IEC 23008-12, annex B: HEVC's brands, and the general ones that phones use for HEVC.
    private static let heic: Set<String> = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1",
    ]
    /// AVIF 1.1, 6.
    private static let avif: Set<String> = ["avif", "avis"]
    /// The most brands that are read.
    private static let most = 64

    private let all: [String]

    /// Reads the file's first box; nil if it does not contain brands.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        let size = min(bytes.count, bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }, 16 + 4 * Self.most)
        func brand(_ place: Int) -> String { String(decoding: bytes[place..<(place + 4)], as: UTF8.self) }
        // A version number follows the first brand.
        all = [brand(8)] + stride(from: 16, through: size - 4, by: 4).map(brand)
    }

    /// The image format; nil for videos and everything else.
    var format: ImageFormat? {
        // A general first brand does not name the compression; the other brands do.
        if let first = all.first, Self.heic.contains(first), first != "mif1", first != "msf1" { return .heic }
        if all.contains(where: Self.avif.contains) { return .avif }
        return all.contains(where: Self.heic.contains) ? .heic : nil
    }
}
