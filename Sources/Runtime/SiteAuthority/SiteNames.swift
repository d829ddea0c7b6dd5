internal import FoundationEssentials
internal import SwiftASN1
internal import X509

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
    let bytes: [UInt8]?

    /// Reads a host name (RFC 1123) or an address.
    ///
    /// - Throws: ``SiteError`` `invalid`.
    public init(_ text: String) throws(SiteError) {
        bytes = Self.address(text)
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        let isName =
            text.utf8.count <= 253
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

    /// The name in the form of a certificate.
    var subject: GeneralName { bytes.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) } ?? .dnsName(text) }

    /// Whether a name or address is a loopback one.
    static func isLocal(_ text: String) -> Bool { text == "localhost" || text == "::1" || text.hasPrefix("127.") }

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

/// The names that a site's authority may certify: its own members, private networks and the addresses given at its
/// creation.
///
/// With a stolen key, no other public names can be certified (RFC 5280 §4.2.1.10).
enum NameLimits {
    /// The domain of a site's members; `internal` is reserved for private use (ICANN, 2024-07-29).
    static func domain(_ site: String) -> String { "\(site).vitalbus.internal" }

    private static let domains = ["localhost", "local", "lan", "home.arpa", "internal"]

    // Address and mask; RFC 1918, 1122, 3927, 4193 and 4291.
    private static let networks: [[UInt8]] = [
        [127, 0, 0, 0, 255, 0, 0, 0], [10, 0, 0, 0, 255, 0, 0, 0], [172, 16, 0, 0, 255, 240, 0, 0],
        [192, 168, 0, 0, 255, 255, 0, 0], [169, 254, 0, 0, 255, 255, 0, 0],
        [0xFC] + zeros(15) + [0xFE] + zeros(15), [0xFE, 0x80] + zeros(14) + [0xFF, 0xC0] + zeros(14),
        zeros(15) + [1] + [UInt8](repeating: 255, count: 16),
    ]

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    /// Whether an address is private, so that every authority may certify it.
    static func isPrivate(_ address: SiteAddress) -> Bool {
        guard let bytes = address.bytes else {
            return domains.contains { address.text == $0 || address.text.hasSuffix(".\($0)") }
        }
        return networks.contains { network in
            network.count == bytes.count * 2
                && bytes.indices.allSatisfy { bytes[$0] & network[bytes.count + $0] == network[$0] }
        }
    }

    static func constraints(_ addresses: [SiteAddress]) -> NameConstraints {
        let named = addresses.filter { $0.bytes == nil }.map(\.text)
        let own = addresses.compactMap(\.bytes).map { $0 + [UInt8](repeating: 255, count: $0.count) }
        return NameConstraints(
            permittedDNSDomains: domains + named,
            permittedIPRanges: (networks + own).map { ASN1OctetString(contentBytes: $0[...]) }
        )
    }

    /// Whether limits allow an address (RFC 5280 §4.2.1.10).
    static func permit(_ address: SiteAddress, limits: NameConstraints) -> Bool {
        guard let bytes = address.bytes else {
            return limits.permittedDNSDomains.contains { address.text == $0 || address.text.hasSuffix(".\($0)") }
        }
        return limits.permittedIPRanges.contains { range in
            let (network, mask) = (range.bytes.prefix(bytes.count), range.bytes.dropFirst(bytes.count))
            return mask.count == bytes.count
                && zip(bytes, zip(network, mask)).allSatisfy { $0 & $1.1 == $1.0 & $1.1 }
        }
    }
}
