internal import Foundation

extension StringProtocol {
    /// The percent-decoded text; nil if the result is not valid text.
    var unescaped: String? { removingPercentEncoding }

    /// The text percent-encoded for an address.
    var escaped: String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        // Every Swift string can be percent-encoded, so the fallback is never used.
        return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
