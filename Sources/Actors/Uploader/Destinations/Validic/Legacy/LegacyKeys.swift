internal import ActorRuntime

/// The keys of the legacy API.
struct LegacyKeys: SettingTable {
    let common = DestinationKeys("legacy")
    let create = Setting.text(
        "destination.legacy.paths.create",
        default: LegacyPaths.defaultCreate,
        doc: "Where records are made; {org}, {user} and {type} are filled in."
    )
    let update = Setting.text(
        "destination.legacy.paths.update",
        default: LegacyPaths.defaultUpdate,
        doc: "Where a record is changed; {id} too is filled in."
    )
    let delete = Setting.text(
        "destination.legacy.paths.delete",
        default: LegacyPaths.defaultUpdate,
        doc: "Where a record is deleted; {id} too is filled in."
    )
    let validate = Setting.text(
        "destination.legacy.paths.validate",
        default: LegacyPaths.defaultValidate,
        doc: "Where a session's {token} is checked, or 'off': then the first record that is taken confirms it."
    )
    let lookup = Setting.text(
        "destination.legacy.paths.lookup",
        default: LegacyPaths.defaultLookup,
        doc: "Where records are listed; {start}, {end}, {token} and {offset} too are filled in."
    )
    let reproductive = Setting.list(
        "destination.legacy.reproductive",
        example: "[menstrual_flow=extras.flow]",
        doc: "Where reproductive health is in biometrics, such as menstrual_flow=extras.flow or menstrual_flow=flow. "
            + "Default: extras.NAME with the metric's name; the API's own names are not public."
    )
}
