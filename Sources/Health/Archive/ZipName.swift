/// Names of zip entries as text.
enum ZipName {
    /// Reads a name: UTF-8 where the bytes are that, whatever the archive says, else code page 437.
    ///
    /// macOS and iOS write UTF-8 without saying so.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(validating: bytes, as: UTF8.self) ?? String(bytes.map(character))
        return text.replacing("\\", with: "/")
    }

    private static func character(_ byte: UInt8) -> Character {
        guard byte >= 0x80 else { return Character(UnicodeScalar(byte)) }
        let index = upperHalf.index(upperHalf.startIndex, offsetBy: Int(byte) - 0x80)
        return upperHalf[index]
    }

    /// Bytes 0x80 to 0xFF of code page 437 (unicode.org, VENDORS/MICSFT/PC/CP437.TXT).
    private static let upperHalf = Array(
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}"
    )
}
