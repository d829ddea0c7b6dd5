/// A row of ``QuirkBook``: a quirk, what is done about it, where it is known from, and which models have it.
public struct QuirkRule: Hashable, Sendable {
    /// The quirk.
    public let quirk: DeviceQuirk
    /// What is done about it.
    public let rule: String
    /// Where it is known from: a public repository and the place in it.
    public let source: String
    /// The models; empty where a frame shows the quirk by itself.
    public let models: [QuirkMatch]

    /// True where a frame shows the quirk by itself, whatever the model.
    public var isShownByFrame: Bool { models.isEmpty }

    init(_ quirk: DeviceQuirk, rule: String, source: String, models: [QuirkMatch] = []) {
        self.quirk = quirk
        self.rule = rule
        self.source = source
        self.models = models
    }
}
