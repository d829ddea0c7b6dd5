internal import ActorRuntime

/// The keys of the Inform API.
struct InformKeys: SettingTable {
    /// How a record is changed.
    enum Updates: String, CaseIterable, Sendable {
        /// By PUT below its path.
        case put
        /// By POST with the same log id.
        case post
    }

    let common = DestinationKeys("inform")
    /// The path of each kind of record, by the kind's name.
    let writes = InformPaths.defaults.map { name, path in
        (
            name: name,
            path: Setting.text("destination.inform.paths.\(name)", default: path, doc: "The path for \(name).")
        )
    }
    /// Has no default: Inform Connect has no such path, and a guessed one would be answered like a destination that is
    /// wrongly set up.
    let intraday = Setting.text(
        "destination.inform.paths.intraday",
        doc: "The path for intraday records. Without it they are rejected: there is no public path for them."
    )
    let lookup = Setting.text(
        "destination.inform.paths.lookup",
        default: InformPaths.defaultLookup,
        doc: "The path that lists records; {org}, {user}, {type}, {start}, {end}, {token} and {offset} are filled in."
    )
    let update = Setting.text(
        "destination.inform.paths.update",
        doc:
            "The path that changes a record; {org}, {user}, {type}, {id} and {logID} are filled in. Default: its path, / and "
            + "its id."
    )
    let delete = Setting.text(
        "destination.inform.paths.delete",
        doc: "The path that deletes a record, filled in like the one above. Default: its path, / and its id."
    )
    let upsert = Setting.text(
        "destination.inform.paths.upsert",
        doc:
            "The path that creates or replaces a record by PUT under its {logID}. Default: none; records are created by POST."
    )
    let validate = Setting.text(
        "destination.inform.paths.validate",
        default: InformPaths.defaultValidate,
        doc: "The path that checks a session's credentials, or 'off': then the first accepted record confirms them."
    )
    let updates = Setting.choice(
        "destination.inform.updates",
        default: Updates.put,
        doc: "How a record is changed: PUT below its path with the server's id, or POST again with the same log id."
    )
}
