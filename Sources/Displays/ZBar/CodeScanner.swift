import CZBar
import Pixels

/// One scan of one image.
///
/// It owns ZBar's scanner and releases it, and keeps no other state.
final class CodeScanner {
    /// The symbologies to search, with the minimum number of characters for a trusted result.
    private static let kinds: [(BarCode.Symbology, zbar_symbol_type_t, Int32)] = [
        (.ean8, ZBAR_EAN8, 0), (.ean13, ZBAR_EAN13, 0), (.upce, ZBAR_UPCE, 0), (.interleaved, ZBAR_I25, 6),
        (.dataBar, ZBAR_DATABAR, 0), (.dataBarExpanded, ZBAR_DATABAR_EXP, 0), (.codabar, ZBAR_CODABAR, 4),
        (.code39, ZBAR_CODE39, 2), (.code93, ZBAR_CODE93, 2), (.code128, ZBAR_CODE128, 1), (.qr, ZBAR_QRCODE, 0),
    ]

    private let scanner: OpaquePointer

    /// Creates a scanner; nil if memory is short.
    init?() {
        guard let scanner = zbar_image_scanner_create() else { return nil }
        self.scanner = scanner
        zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
        for (_, type, shortest) in Self.kinds {
            zbar_image_scanner_set_config(scanner, type, ZBAR_CFG_ENABLE, 1)
            if shortest > 0 { zbar_image_scanner_set_config(scanner, type, ZBAR_CFG_MIN_LEN, shortest) }
        }
    }

    deinit {
        zbar_image_scanner_destroy(scanner)
    }

    /// Scans an image.
    func scan(_ image: GrayImage) -> [BarCode] {
        guard let picture = zbar_image_create() else { return [] }
        defer { zbar_image_destroy(picture) }
        zbar_image_set_format(picture, vb_zbar_gray())
        zbar_image_set_size(picture, UInt32(image.width), UInt32(image.height))
        return image.pixels.withUnsafeBytes { pixels in
            // ZBar only reads the pixels, and nothing accesses them after this.
            zbar_image_set_data(picture, pixels.baseAddress, UInt(pixels.count), nil)
            defer { zbar_image_set_data(picture, nil, 0, nil) }
            guard zbar_scan_image(scanner, picture) > 0 else { return [] }
            var codes: [BarCode] = []
            var symbol = zbar_image_first_symbol(picture)
            while let found = symbol, codes.count < BarCodes.mostCodes {
                if let code = Self.code(found) { codes.append(code) }
                symbol = zbar_symbol_next(found)
            }
            return codes
        }
    }

    private static func code(_ symbol: OpaquePointer) -> BarCode? {
        let type = zbar_symbol_get_type(symbol)
        guard let kind = kinds.first(where: { $0.1 == type }), let data = zbar_symbol_get_data(symbol) else {
            return nil
        }
        let bytes = UnsafeRawBufferPointer(start: data, count: Int(zbar_symbol_get_data_length(symbol)))
        let places = (0..<zbar_symbol_get_loc_size(symbol)).map { index in
            Point(x: Double(zbar_symbol_get_loc_x(symbol, index)), y: Double(zbar_symbol_get_loc_y(symbol, index)))
        }
        return BarCode(symbology: kind.0, bytes: Array(bytes), corners: corners(kind.0, places: places))
    }

    /// ZBar lists the corners of a QR code in the other direction; for bars it lists where scan lines crossed them.
    private static func corners(_ symbology: BarCode.Symbology, places: [Point]) -> [Point] {
        if symbology == .qr, places.count == 4 { return [places[0], places[3], places[2], places[1]] }
        guard let left = places.map(\.x).min(), let right = places.map(\.x).max(), let top = places.map(\.y).min(),
            let bottom = places.map(\.y).max()
        else { return [] }
        return [
            Point(x: left, y: top), Point(x: right, y: top), Point(x: right, y: bottom), Point(x: left, y: bottom),
        ]
    }
}
