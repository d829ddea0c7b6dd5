/// What a worker reads with: the executable brings it along, so that the actor needs no image library.
package struct PictureTools: Sendable {
    /// Makes the tools of a process with the displays that its operator described in files.
    ///
    /// A type of its own: a task-local value of a function's type ends a release build at its first use (Swift 6.3).
    package struct Maker: Sendable {
        private let make: @Sendable (_ displays: [String]) throws -> PictureTools

        /// Makes a maker.
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
