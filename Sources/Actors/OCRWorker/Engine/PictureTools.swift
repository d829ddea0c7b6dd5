package import ActorRuntime

/// What a worker reads with: the executable brings it along, so that the actor needs no image library.
package struct PictureTools: Sendable {
    /// Makes the tools of a process by its configuration.
    package typealias Maker = @Sendable (ActorConfiguration) throws -> PictureTools

    /// Reads pictures.
    package let engine: any PictureEngine
    /// Opens cameras, streams and folders.
    package let feeds: any FrameFeeds

    /// Makes tools.
    package init(engine: any PictureEngine, feeds: any FrameFeeds) {
        self.engine = engine
        self.feeds = feeds
    }

    /// The maker that the executable has installed.
    @TaskLocal package static var maker: Maker?
}
