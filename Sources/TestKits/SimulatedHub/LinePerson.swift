/// One person at the simulated server.
package struct LinePerson: Sendable, Hashable {
    /// The seat at which the person is measured.
    package let seat: String
    /// The person's id at the server.
    package let user: String
    /// The access token, known to the simulated server alone.
    package let token: String

    /// Names a person.
    package init(seat: String, user: String, token: String) {
        self.seat = seat
        self.user = user
        self.token = token
    }
}
