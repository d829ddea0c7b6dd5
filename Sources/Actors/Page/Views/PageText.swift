internal import Foundation

extension StringProtocol {
    /// The text with what stands in it as `%2F`; nil where that is no text.
    var unescaped: String? { removingPercentEncoding }

    /// The text as a part of an address.
    var escaped: String {
        let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        // Every text of Unicode scalars has such a form.
        return addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}
