package import ActorRuntime

/// What a worker reads with: the executable brings it along, so that the actor needs no image library.
package struct PictureTools: Sendable {
    /// Makes the tools of a process by its configuration.
    ///
    /// A type of its own: a task-local value of a function's type ends a release build at its first use (Swift 6.3).
    package struct Maker: Sendable {
        private let make: @Sendable (ActorConfiguration) throws -> PictureTools

        /// Makes a maker.
        package init(_ make: @escaping @Sendable (ActorConfiguration) throws -> PictureTools) {
            self.make = make
        }

        /// The tools.
        package func callAsFunction(_ configuration: ActorConfiguration) throws -> PictureTools {
            try make(configuration)
        }
    }

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
