/// The engine and feeds of a worker; the executable provides them, so that the actor needs no image library.
package struct PictureTools: Sendable {
    /// Makes a process's tools, with the displays of an operator's files.
    ///
    /// This is a separate type because a task-local function value crashes a release build at its first use (Swift
    /// 6.3).
    package struct Maker: Sendable {
        private let make: @Sendable (_ displays: [String]) throws -> PictureTools

        /// Creates a maker.
        package init(_ make: @escaping @Sendable (_ displays: [String]) throws -> PictureTools) {
            self.make = make
        }

        /// The tools.
        ///
        /// - Parameter displays: The paths of the files with further displays.
        package func callAsFunction(displays: [String]) throws -> PictureTools {
            try make(displays)
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
