extension ColorImage {
    /// The image as a file of the portable pixmap format (`P6`, 8 bits a channel).
    package var ppm: [UInt8] { Array("P6\n\(width) \(height)\n255\n".utf8) + pixels }
}
