package import DeliveryRules
package import GRDB

extension DeliveryState {
    /// Reads the state's columns of a row of `queue`.
    package init(row: Row) throws {
        let word: String = try row.value("state")
        switch word {
        case "pending": self = .pending(notBefore: BootInstant(milliseconds: try row.value("not_before")))
        case "leased":
            self = .leased(
                Lease(
                    worker: try row.value("worker"),
                    fence: try row.value("lease_fence"),
                    until: BootInstant(milliseconds: try row.value("lease_until"))
                )
            )
        case "submitted": self = .submitted(serverID: try row.optional("server_id"))
        case "rejected":
            self = .rejected(
                DeliveryError(code: try row.value("error_code"), message: try row.value("error_message"))
            )
        case "ended": self = .ended(outcomeUnknown: try row.value("outcome_unknown"))
        case "withdrawn": self = .withdrawn
        default: throw UnreadableColumn(name: "state")
        }
    }

    /// The state's columns; those of other states are cleared.
    package var columns: [String: (any DatabaseValueConvertible)?] {
        var values: [String: (any DatabaseValueConvertible)?] = [
            "not_before": 0, "worker": nil, "lease_fence": nil, "lease_until": nil, "server_id": nil,
            "error_code": nil, "error_message": nil, "outcome_unknown": false,
        ]
        switch self {
        case .pending(let notBefore):
            values["state"] = "pending"
            values["not_before"] = notBefore.milliseconds
        case .leased(let lease):
            values["state"] = "leased"
            values["worker"] = lease.worker
            values["lease_fence"] = lease.fence
            values["lease_until"] = lease.until.milliseconds
        case .submitted(let serverID):
            values["state"] = "submitted"
            values.updateValue(serverID, forKey: "server_id")
        case .rejected(let error):
            values["state"] = "rejected"
            values["error_code"] = error.code
            values["error_message"] = error.message
        case .ended(let outcomeUnknown):
            values["state"] = "ended"
            values["outcome_unknown"] = outcomeUnknown
        case .withdrawn: values["state"] = "withdrawn"
        }
        return values
    }
}
