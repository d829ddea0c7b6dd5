internal import ActorRuntime
internal import BusEndpoints
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import SiteAuthority
internal import SiteRecords

/// A place where a command looks for its hub; the first one that has a hub decides.
struct HubSource: Sendable {
    /// The name of the place for messages, as in "this hub by NAME".
    let name: String
    /// Looks for a hub; nil if there is none.
    let find: @Sendable (HubSearch) throws -> HubPlace?

    /// All sources in order of priority.
    static let all = [
        // A named directory takes precedence over a file that only the environment names.
        HubSource(name: "the given file") { search in
            guard search.options.state == nil, let file = search.namedFile else { return nil }
            if let named = search.options.config { try InputFile.check(named) }
            return try HubPlace.read(file, options: search.options, in: search.environment)
        },
        HubSource(name: "the state directory's file, which names a broker") { search in
            try HubPlace.brokerFile(search.layout, variables: search.variables).map {
                try HubPlace.read($0, options: search.options, in: search.environment)
            }
        },
        HubSource(name: "the membership in the state directory") { search in
            try Membership(state: search.layout.state).record().map {
                let service = search.isMachines ? search.service : nil
                return try HubPlace.member($0, layout: search.layout, options: search.options, service: service)
            }
        },
        HubSource(name: "systemd's hub, in the machine's directory") { search in
            guard search.isMachines else { return nil }
            return try search.service.record().map { try search.own($0, password: search.service.password) }
        },
        HubSource(name: "the hub that runs in the state directory") { search in
            try HubRecord.read(search.layout).map { try search.own($0) }
        },
        HubSource(name: "systemd's hub") { search in
            guard search.options.state == nil else { return nil }
            let layout = HubLayout(MachinePlace.state(search.variables))
            return try search.service.record().map {
                try HubPlace.own($0, layout: layout, options: search.options, password: search.service.password)
            }
        },
        HubSource(name: "the machine's file, \(HubPlace.standardFile)") { try $0.standardFile() },
        HubSource(name: "the given bus") { search in
            guard search.environment.bus != nil else { return nil }
            return try search.own(HubRecord(site: "s", hub: "h", socket: ""))
        },
    ]
}

/// The facts that a command knows before it has found its hub.
struct HubSearch: Sendable {
    let options: HubOptions
    let environment: CommandEnvironment
    /// The files of the named state directory, or else of the standard one.
    let layout: HubLayout
    /// The hub that systemd runs.
    let service: MachineHub

    /// Creates the search from a command's options.
    init(_ options: HubOptions, in environment: CommandEnvironment) {
        (self.options, self.environment) = (options, environment)
        layout = HubLayout(options.state ?? HubPlace.standardState(environment.variables))
        service = MachineHub(environment.variables)
    }

    var variables: [String: String] { environment.variables }
    /// The file that the options or else the environment name.
    var namedFile: String? { options.config ?? variables["VITALBUS_CONFIG"] }
    /// Whether the files are the machine's, and no other directory was named.
    var isMachines: Bool { options.state == nil && layout.state == MachinePlace.stateDirectory }

    /// The place of a hub with a private broker in the state directory.
    fileprivate func own(_ record: HubRecord, password: String? = nil) throws -> HubPlace {
        try HubPlace.own(record, layout: layout, options: options, password: password)
    }

    /// The place described by the machine's file; throws with advice if it means systemd's hub and that does not run.
    fileprivate func standardFile() throws -> HubPlace? {
        let files = FileManager.default
        guard options.state == nil, files.fileExists(atPath: HubPlace.standardFile) else { return nil }
        let place = try HubPlace.read(HubPlace.standardFile, options: options, in: environment)
        guard place.target.endpoint == .unixSocket(service.socket), environment.bus == nil,
            !files.fileExists(atPath: service.socket)
        else { return place }
        throw HubPlace.stopped
    }
}
