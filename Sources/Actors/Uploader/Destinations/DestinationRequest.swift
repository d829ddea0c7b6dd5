/// A request to a destination.
///
/// Its URL, headers and body hold secrets and values: nothing prints them.
package struct DestinationRequest: Sendable, CustomStringConvertible, CustomReflectable {
    /// The method.
    package var method: String
    /// The absolute URL.
    package var url: String
    /// The header fields.
    package var headers: [(name: String, value: String)]
    /// The JSON body; nil for none.
    package var body: [UInt8]?
    /// How many measurements the destination has no place for.
    package var leftOut: Int
    /// The server's own id where the path names the record by it: 404 means then that this record is not there.
    package var serverID: String?

    /// Makes a request.
    package init(
        _ method: String,
        url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        leftOut: Int = 0,
        serverID: String? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.leftOut = leftOut
        self.serverID = serverID
    }

    /// Whether the path names the record by the server's own id.
    var namesServerID: Bool { serverID != nil }

    /// The method alone.
    package var description: String { "DestinationRequest(\(method))" }
    /// The method alone.
    package var customMirror: Mirror { Mirror(self, children: ["method": method]) }
}
