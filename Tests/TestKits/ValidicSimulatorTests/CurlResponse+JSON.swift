import Curl
import Foundation

extension CurlResponse {
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The value at a path of names and indexes, as text; nil if there is none.
    func json(_ path: String...) -> String? {
        var value = try? JSONSerialization.jsonObject(with: Data(body))
        for part in path {
            if let list = value as? [Any], let index = Int(part) {
                value = list.indices.contains(index) ? list[index] : nil
            } else {
                value = (value as? [String: Any])?[part]
            }
        }
        return value.map { "\($0)" }
    }
}
