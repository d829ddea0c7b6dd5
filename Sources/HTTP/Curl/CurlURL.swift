import CCurl
import Glibc

/// The parts of a URL that decide where a request goes.
struct CurlURL: Equatable {
    let scheme: String
    let host: String
    let port: String

    /// Parses a URL with libcurl's own parser, so that both always agree.
    init(_ text: String) throws(CurlError) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), let handle = curl_url() else {
            throw CurlRequest.invalid("the URL has spaces or control characters")
        }
        defer { curl_url_cleanup(handle) }
        let flags = UInt32(CURLU_DISALLOW_USER)
        guard curl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: handle)?.lowercased(), ["http", "https"].contains(scheme),
            let host = Self.part(CURLUPART_HOST, of: handle)?.lowercased(),
            let port = Self.part(CURLUPART_PORT, of: handle)
        else {
            throw CurlRequest.invalid("the URL is not an absolute http or https URL without user name and password")
        }
        (self.scheme, self.host, self.port) = (scheme, host, port)
    }

    /// Host and port, which error messages may name.
    var authority: String { "\(host):\(port)" }

    /// Whether the host can only be this machine.
    ///
    /// Since 7.78 libcurl resolves `localhost` without DNS.
    var isLoopback: Bool {
        if host == "localhost" { return true }
        var four = in_addr()
        if inet_pton(AF_INET, host, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
        var six = in6_addr()
        let bare = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        guard inet_pton(AF_INET6, bare, &six) == 1 else { return false }
        return withUnsafeBytes(of: six) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
