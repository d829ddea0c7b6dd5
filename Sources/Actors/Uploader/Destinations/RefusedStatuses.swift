internal import ActorRuntime

/// The statuses with which a destination has accepted nothing, in addition to those that always mean it.
enum RefusedStatuses {
    /// The key of an API.
    static func setting(of api: String) -> Setting<[String]> {
        .list(
            "destination.\(api).refused",
            example: "502",
            doc:
                "Further statuses (408, or 500 to 599) that mean that the server has not stored the record. The record is then sent again without a look-up. 425, 429 and 503 always mean that."
        )
    }

    /// Reads them.
    ///
    /// - Throws: `RuntimeError` for an unsuitable status.
    static func read(_ setting: Setting<[String]>, from configuration: ActorConfiguration) throws -> Set<Int> {
        Set(
            try configuration[setting].map { text in
                guard let status = Int(text), status == 408 || (500...599).contains(status) else {
                    throw RuntimeError(
                        .configuration,
                        message: "\(setting.key.name) has '\(text.prefix(16))': write statuses, 408 or 500 to 599"
                    )
                }
                return status
            }
        )
    }
}
