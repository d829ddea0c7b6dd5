package import ActorRuntime

/// The engine and feeds of a worker; the executable provides them, so that the actor needs no image library.
package struct PictureTools: Sendable {
    /// Makes a process's tools from its configuration.
    ///
    /// This is a separate type because a task-local function value crashes a release build at its first use (Swift
    /// 6.3).
    package struct Maker: Sendable {
        private let make: @Sendable (ActorConfiguration) throws -> PictureTools

        /// Creates a maker.
        package init(_ make: @escaping @Sendable (ActorConfiguration) throws -> PictureTools) {
            self.make = make
        }

        /// The tools.
        package func callAsFunction(_ configuration: ActorConfiguration) throws -> PictureTools {
            try make(configuration)
        }
    }

    /// The engine that reads pictures.
    package let engine: any PictureEngine
    /// The feeds that open cameras, streams and folders.
    package let feeds: any FrameFeeds

    /// Makes tools.
    package init(engine: any PictureEngine, feeds: any FrameFeeds) {
        self.engine = engine
        self.feeds = feeds
    }

    /// The maker installed by the executable.
    @TaskLocal package static var maker: Maker?
}
