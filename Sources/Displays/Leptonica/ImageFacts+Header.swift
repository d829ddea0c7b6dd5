import CLeptonica

extension ImageFacts {
    /// Reads what a file's header says; nil where it says nothing that can be understood.
    init?(_ format: ImageFormat, _ bytes: [UInt8]) {
        switch format {
        case .jpeg: self.init(jpeg: bytes)
        case .png: self.init(png: bytes)
        case .gif: self.init(gif: bytes)
        case .tiff:
            guard let tags = TagDirectory(bytes[...]) else { return nil }
            self.init(header: bytes)
            pictures = tags.hasNext ? 2 : 1
            // Leptonica turns them itself. 0 to 3 are grey, colours and a palette, 6 is what JPEG has.
            if ![nil, 0, 1, 2, 3, 6].contains(tags.colors) { unsupported = "colours for print" }
        case .webP:
            self.init(header: bytes)
            addChunks(webP: bytes)
        case .bmp, .pnm: self.init(header: bytes)
        }
    }

    private init?(header bytes: [UInt8]) {
        var (width, height): (l_int32, l_int32) = (0, 0)
        let failed = bytes.withUnsafeBufferPointer { buffer in
            pixReadHeaderMem(buffer.baseAddress, buffer.count, nil, &width, &height, nil, nil, nil)
        }
        guard failed == 0, width > 0, height > 0 else { return nil }
        self.init(width: Int(width), height: Int(height))
    }
}
