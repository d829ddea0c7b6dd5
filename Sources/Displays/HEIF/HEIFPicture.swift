internal import CHEIF

/// The reason why libheif gives no picture.
package enum HEIFFailure: Error, Hashable {
    /// The file or its compressed data is malformed.
    case damaged
    /// libheif was built or installed without the decoder.
    case noDecoder(HEIFFacts.Compression)
    /// Memory or a limit of libheif is exceeded.
    case tooLarge
    /// A feature that libheif does not support, in its words.
    case unsupported(String)
}

/// A picture in libheif's memory, turned, mirrored and cropped as its file requires, with eight bits per colour and
/// possibly transparency.
///
/// It owns the picture; no other code holds a pointer to it.
package final class HEIFPicture {
    private let image: OpaquePointer
    private let pixels: UnsafePointer<UInt8>
    private let stride: Int
    private let channels: Int
    private let isPremultiplied: Bool
    /// The width in pixels.
    package let width: Int
    /// The height in pixels.
    package let height: Int

    deinit { heif_image_release(image) }

    /// Whether a decoder is available.
    package static func canDecode(_ compression: HEIFFacts.Compression) -> Bool {
        switch compression {
        case .hevc: heif_have_decoder_for_format(heif_compression_HEVC) != 0
        case .av1: heif_have_decoder_for_format(heif_compression_AV1) != 0
        }
    }

    /// Decodes a file's primary picture, whose ``HEIFFacts`` must be within limits.
    ///
    /// - Parameters:
    ///   - longestSide: The longest side that libheif accepts, in pixels.
    ///   - isStrict: Whether to reject a picture whose data is partly damaged.
    package static func decode(
        _ bytes: [UInt8],
        facts: HEIFFacts,
        longestSide: Int,
        isStrict: Bool
    ) throws(HEIFFailure) -> HEIFPicture {
        guard canDecode(facts.compression) else { throw .noDecoder(facts.compression) }
        guard let context = heif_context_alloc() else { throw .tooLarge }
        defer { heif_context_free(context) }
        heif_context_set_maximum_image_size_limit(context, Int32(clamping: longestSide))
        // It decodes tile by tile on the caller's thread, so that memory is limited to one tile.
        heif_context_set_max_decoding_threads(context, 0)
        let result = bytes.withUnsafeBytes { buffer -> Result<HEIFPicture, HEIFFailure> in
            do throws(HEIFFailure) {
                try check(heif_context_read_from_memory_without_copy(context, buffer.baseAddress, buffer.count, nil))
                return .success(try primary(of: context, isStrict: isStrict))
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func primary(of context: OpaquePointer, isStrict: Bool) throws(HEIFFailure) -> HEIFPicture {
        var handle: OpaquePointer?
        try check(heif_context_get_primary_image_handle(context, &handle))
        guard let handle, let options = heif_decoding_options_alloc() else { throw .damaged }
        defer {
            heif_decoding_options_free(options)
            heif_image_handle_release(handle)
        }
        options.pointee.convert_hdr_to_8bit = 1
        options.pointee.strict_decoding = isStrict ? 1 : 0
        let hasAlpha = heif_image_handle_has_alpha_channel(handle) != 0
        var image: OpaquePointer?
        try check(
            heif_decode_image(
                handle,
                &image,
                heif_colorspace_RGB,
                hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
                options
            )
        )
        let isPremultiplied = hasAlpha && heif_image_handle_is_premultiplied_alpha(handle) != 0
        guard let image, let picture = taken(image, hasAlpha: hasAlpha, isPremultiplied: isPremultiplied) else {
            throw .damaged
        }
        return picture
    }

    /// Takes ownership of a picture; nil if its pixels do not have eight bits.
    private static func taken(_ image: OpaquePointer, hasAlpha: Bool, isPremultiplied: Bool) -> HEIFPicture? {
        var stride: Int32 = 0
        guard let plane = heif_image_get_plane_readonly(image, heif_channel_interleaved, &stride) else {
            heif_image_release(image)
            return nil
        }
        let picture = HEIFPicture(
            image,
            pixels: plane,
            stride: Int(stride),
            channels: hasAlpha ? 4 : 3,
            isPremultiplied: isPremultiplied
        )
        let bits = heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved)
        let isFilled = picture.width > 0 && picture.height > 0 && picture.stride >= picture.width * picture.channels
        return bits == 8 && isFilled ? picture : nil
    }

    private init(
        _ image: OpaquePointer,
        pixels: UnsafePointer<UInt8>,
        stride: Int,
        channels: Int,
        isPremultiplied: Bool
    ) {
        self.image = image
        self.pixels = pixels
        self.stride = stride
        self.channels = channels
        self.isPremultiplied = isPremultiplied
        width = Int(heif_image_get_width(image, heif_channel_interleaved))
        height = Int(heif_image_get_height(image, heif_channel_interleaved))
    }

    /// Converts a row to red, green and blue on white.
    ///
    /// - Parameters:
    ///   - bytes: The target, with room for three bytes per pixel of a row.
    ///   - place: The index of the first target byte.
    package func fill(_ bytes: inout [UInt8], at place: Int, row: Int) {
        guard (0..<height).contains(row), place >= 0, bytes.count - place >= 3 * width else { return }
        let source = UnsafeBufferPointer(start: pixels + row * stride, count: width * channels)
        guard channels == 4 else {
            bytes.replaceSubrange(place..<(place + 3 * width), with: source)
            return
        }
        for x in 0..<width {
            let alpha = Int(source[4 * x + 3])
            for channel in 0..<3 {
                let value = Int(source[4 * x + channel]) * (isPremultiplied ? 255 : alpha)
                bytes[place + 3 * x + channel] = UInt8(clamping: (value + 255 * (255 - alpha) + 127) / 255)
            }
        }
    }

    private static func check(_ error: heif_error) throws(HEIFFailure) {
        guard error.code != heif_error_Ok else { return }
        if error.subcode == heif_suberror_Unsupported_codec {
            throw .unsupported("a compression that libheif does not support")
        }
        switch error.code {
        case heif_error_Memory_allocation_error: throw .tooLarge
        case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
            throw .unsupported(error.message.map { String(cString: $0) } ?? "an unsupported feature")
        default: throw .damaged
        }
    }
}
