#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// An address of a site's server: a host name or an IP address.
public struct SiteAddress: Sendable, Hashable, CustomStringConvertible {
    /// The name or address as given.
    public let text: String
    /// The address's 4 or 16 bytes; nil for a host name.
    package let bytes: [UInt8]?

    /// Reads a host name (RFC 1123) or an address.
    ///
    /// - Throws: ``SiteError`` `invalid`.
    public init(_ text: String) throws(SiteError) {
        bytes = Self.address(text)
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            text.utf8.count <= 253
            // A name whose last part is a number is a mistyped address (RFC 3696, section 2).
            && labels.last?.allSatisfy(\.isNumber) == false
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(Self.isNameByte) && label.first != "-"
                    && label.last != "-"
            }
        guard bytes != nil || isName else {
            throw SiteError(.invalid, message: "'\(text.prefix(80))' is neither a host name nor an IP address")
        }
        self.text = text
    }

    /// The name or address as given.
    public var description: String { text }

    /// The address in URL syntax.
    public var host: String { text.contains(":") ? "[\(text)]" : text }

    /// Whether a name or address is a loopback one.
    package static func isLocal(_ text: String) -> Bool {
        text == "localhost" || text == "::1" || text.hasPrefix("127.")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }

    private static func address(_ text: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if unsafe inet_pton(AF_INET, text, &four) == 1 { return unsafe withUnsafeBytes(of: &four) { unsafe Array($0) } }
        if unsafe inet_pton(AF_INET6, text, &six) == 1 { return unsafe withUnsafeBytes(of: &six) { unsafe Array($0) } }
        return nil
    }
}
