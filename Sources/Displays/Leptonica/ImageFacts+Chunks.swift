extension ImageFacts {
    /// Walks over the chunks of a PNG; nil where the first one is not its header.
    init?(png bytes: [UInt8]) {
        func number(_ place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        self.init(width: number(16), height: number(20))
        isWhole = false
        var place = 8
        while place <= bytes.count - 12 {
            let length = number(place)
            let name = bytes[(place + 4)..<(place + 8)]
            guard length <= bytes.count - 12 - place else { break }
            if name.elementsEqual("acTL".utf8) {
                pictures = 2
            } else if name.elementsEqual("eXIf".utf8) {
                orientation = TagDirectory(bytes[(place + 8)..<(place + 8 + length)])?.orientation ?? .upright
            } else if name.elementsEqual("IEND".utf8) {
                isWhole = true
                break
            }
            place += 12 + length
        }
    }

    /// Walks over the chunks of a WebP file behind their container's header.
    mutating func addChunks(webP bytes: [UInt8]) {
        func number(_ place: Int) -> Int { bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.count >= 12 else { return }
        isWhole = number(4) <= bytes.count - 8
        var place = 12
        while place <= bytes.count - 8 {
            let (name, length) = (bytes[place..<(place + 4)], number(place + 4))
            guard length <= bytes.count - 8 - place else { break }
            if name.elementsEqual("ANIM".utf8) || name.elementsEqual("ANMF".utf8) {
                pictures = 2
            } else if name.elementsEqual("EXIF".utf8) {
                let body = bytes[(place + 8)..<(place + 8 + length)]
                let tags = body.starts(with: Array("Exif\0\0".utf8)) ? body.dropFirst(6) : body
                orientation = TagDirectory(tags)?.orientation ?? .upright
            }
            place += 8 + length + length % 2
        }
    }
}
