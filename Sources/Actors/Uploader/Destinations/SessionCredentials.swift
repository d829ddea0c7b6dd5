/// A session's credentials, open, in memory only.
///
/// Nothing prints the token.
package struct SessionCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The service's user.
    package let userID: String
    /// The service's organization.
    package let organizationID: String
    /// The access token.
    package let token: String

    /// Wraps credentials.
    package init(userID: String, organizationID: String, token: String) {
        self.userID = userID
        self.organizationID = organizationID
        self.token = token
    }

    /// Never the token.
    package var description: String { "session credentials" }
    /// Never the token.
    package var debugDescription: String { description }
    /// Never the token.
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// A text with any occurrence of the token removed.
    func redacted(_ text: String) -> String {
        guard token.utf8.count >= 4 else { return text }
        return text.split(separator: token, omittingEmptySubsequences: false).joined(separator: "[token]")
    }
}
