internal import SiteRecords
internal import SwiftASN1
internal import X509

extension SiteAddress {
    /// The name in the form of a certificate.
    var subject: GeneralName { bytes.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) } ?? .dnsName(text) }
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
