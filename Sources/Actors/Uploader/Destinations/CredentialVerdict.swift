package import DeliveryRules

/// A destination's answer about a session's credentials.
package enum CredentialVerdict: Sendable, Hashable {
    /// They are good.
    case valid
    /// They are not, or their user is unknown: the session ends.
    case refused(DeliveryError)
    /// Nothing is known yet.
    case unreachable(DeliveryError)
}

extension CredentialVerdict {
    /// Reads an answer.
    ///
    /// Only the API's own error refuses: a portal or a proxy must not end a session. 404 refuses too, since the path names
    /// the user.
    ///
    /// - Parameters:
    ///   - reply: The answer.
    ///   - confirms: Whether a success names the user.
    init(_ reply: DestinationReply, confirms: (APIBody) -> Bool) {
        let body = APIBody(reply.body)
        let error = DeliveryError(
            code: "http\(reply.status)",
            message: body?.words ?? "the server answered the check of the credentials with \(reply.status)"
        )
        switch reply.status {
        case 200...299:
            self =
                body.map(confirms) == true
                ? .valid
                : .unreachable(
                    DeliveryError(
                        code: error.code,
                        message:
                            "the answer to the check of the credentials does not name the user: look for a portal or "
                            + "a wrong path"
                    )
                )
        case 401, 403, 404: self = body?.isError == true ? .refused(error) : .unreachable(error)
        default: self = .unreachable(error)
        }
    }
}
