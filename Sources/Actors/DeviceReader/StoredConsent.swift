/// A scale's user whom a pairing registered, as it is kept, sealed.
struct StoredConsent: Codable, Sendable, Hashable {
    /// The scale's number for the user.
    let user: UInt8
    /// The consent code, 0 to 9999.
    let code: UInt16
    /// The seat that it was registered for.
    let seat: String

    /// What the scale is told.
    var consent: ConsentProcedure.Consent { ConsentProcedure.Consent(user: user, code: code) }
}
