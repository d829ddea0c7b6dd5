internal import ActorRuntime
internal import DisplayPeripherals
internal import FoundationEssentials
package import OCRWorkerActor

extension PictureTools {
    /// Reads with the networks of the program, the built-in displays, and those that the configuration adds.
    package static let displays: Maker = { configuration in
        var catalogue = DisplayCatalogue.standard
        for path in try configuration.list("displays") {
            do {
                catalogue = try catalogue.adding(try LayoutFile.read(path).peripherals)
            } catch {
                throw RuntimeError(.configuration, "displays: '\(path)': \(error)")
            }
        }
        do {
            return PictureTools(engine: try DisplayPictureEngine(catalogue: catalogue), feeds: DisplayFeeds())
        } catch {
            throw RuntimeError(.configuration, "the program's networks are damaged: build it again (\(error))")
        }
    }
}
