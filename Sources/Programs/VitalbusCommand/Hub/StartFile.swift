internal import ActorRuntime
internal import Foundation
internal import HubRunner

/// The configuration file with which `vitalbus up` starts a hub.
///
/// The machine's file configures the hub in the machine's state directory, which systemd runs. A hub in another
/// directory, such as a person's trial, does not read it: it names folders that only the hub's user may write.
struct StartFile: Equatable {
    /// Its absolute path; nil for no file.
    let path: String?
    /// The machine's file, if there is one and this hub does not read it.
    let passedOver: String?

    /// Chooses the file: a named one, otherwise that of `vitalbus init`, otherwise the machine's for its own hub.
    ///
    /// - Parameters:
    ///   - named: The path that a flag, the environment or an earlier start named; `HubSettings.nothing` for no file.
    ///   - layout: The hub's files.
    ///   - exists: Whether there is a file at a path.
    init(named: String?, layout: HubLayout, exists: (String) -> Bool) {
        guard named == nil else {
            path = named.flatMap { $0 == HubSettings.nothing ? nil : URL(filePath: $0).standardizedFileURL.path }
            passedOver = nil
            return
        }
        let machines = exists(HubPlace.standardFile) ? HubPlace.standardFile : nil
        let isMachines = layout.state == MachinePlace.stateDirectory
        path = exists(layout.configuration) ? layout.configuration : isMachines ? machines : nil
        passedOver = path == nil ? machines : nil
    }

    /// The line that names the file that decided, or the one that was passed over; empty without either.
    var words: [String] {
        if let path { return ["configuration \(path)"] }
        return passedOver.map {
            ["no configuration: \($0) is for the hub in \(MachinePlace.stateDirectory) (--config \($0) uses it)"]
        } ?? []
    }
}
