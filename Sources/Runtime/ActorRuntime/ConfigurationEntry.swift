/// One value and where it comes from.
struct ConfigurationEntry: Sendable, Equatable {
    let value: ConfigurationValue
    let origin: ConfigurationOrigin
}
