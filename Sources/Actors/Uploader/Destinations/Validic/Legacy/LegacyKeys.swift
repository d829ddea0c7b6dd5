internal import ActorRuntime

/// The keys of the legacy API.
struct LegacyKeys: SettingTable {
    let common = DestinationKeys("legacy")
    let create = Setting.text(
        "destination.legacy.paths.create",
        default: LegacyPaths.defaultCreate,
        doc: "The path that creates records; {org}, {user} and {type} are filled in."
    )
    let update = Setting.text(
        "destination.legacy.paths.update",
        default: LegacyPaths.defaultUpdate,
        doc: "The path that changes a record; {id} is also filled in."
    )
    let delete = Setting.text(
        "destination.legacy.paths.delete",
        default: LegacyPaths.defaultUpdate,
        doc: "The path that deletes a record; {id} is also filled in."
    )
    let validate = Setting.text(
        "destination.legacy.paths.validate",
        default: LegacyPaths.defaultValidate,
        doc: "The path that checks a session's {token}, or 'off': then the first accepted record confirms it."
    )
    let lookup = Setting.text(
        "destination.legacy.paths.lookup",
        default: LegacyPaths.defaultLookup,
        doc: "The path that lists records; {start}, {end}, {token} and {offset} are also filled in."
    )
    let reproductive = Setting.list(
        "destination.legacy.reproductive",
        example: "[menstrual_flow=extras.flow]",
        doc:
            "The field of reproductive health in biometrics, such as menstrual_flow=extras.flow or menstrual_flow=flow. "
            + "Default: extras.NAME with the metric's name; the API's own names are not public."
    )
}
