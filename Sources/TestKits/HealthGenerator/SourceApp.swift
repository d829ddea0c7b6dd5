/// An app or a device that writes samples.
struct SourceApp: Sendable {
    let name: String
    let version: String
    /// Name, model and hardware of the device; nil where the app says none.
    let device: (name: String, model: String, hardware: String)?
}
