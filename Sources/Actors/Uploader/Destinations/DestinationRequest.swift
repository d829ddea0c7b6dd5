internal import BusContract
package import Curl
internal import DeliveryRules
package import VitalRecords

/// A request to a destination.
///
/// Its URL, headers and body hold secrets and values: nothing prints them.
package struct DestinationRequest: Sendable, CustomStringConvertible, CustomReflectable {
    /// Which delivery of one record a request is for.
    package struct Delivery: Sendable, Hashable {
        /// The record.
        package var logID: LogID
        /// The revision that is delivered: the queue's own, also of a deletion.
        package var revision: Int
        /// The person there.
        package var userID: String
        /// Whether an earlier request may have brought it already.
        package var mayBeThere: Bool
    }

    /// The method.
    package var method: String
    /// The absolute URL.
    package var url: String
    /// The header fields.
    package var headers: [(name: String, value: String)]
    /// The JSON body; nil for none.
    package var body: [UInt8]?
    /// How many measurements the destination has no place for.
    package var leftOut: Int
    /// The server's own id, if the path names the record by it: 404 then means that this record does not exist.
    package var serverID: String?
    /// Which delivery it is for; nil for images, credentials and several records at once.
    package var delivery: Delivery?
    /// The session whose certificate is presented; nil for none.
    package var identity: CurlIdentity?
    /// What a FHIR server is to have or to be asked; its transport makes the requests for that.
    var fhir: FHIRWork?

    /// Creates a request.
    package init(
        _ method: String,
        url: String,
        headers: [(name: String, value: String)] = [],
        body: [UInt8]? = nil,
        leftOut: Int = 0,
        serverID: String? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.leftOut = leftOut
        self.serverID = serverID
    }

    /// Whether the path names the record by the server's own id.
    var namesServerID: Bool { serverID != nil }

    /// The same request, for a delivery.
    func named(_ delivery: RecordDelivery) -> Self {
        var named = self
        named.delivery = Delivery(
            logID: delivery.record.logID,
            revision: delivery.item.revision,
            userID: delivery.access.userID,
            mayBeThere: delivery.plan.isInDoubt
        )
        return named
    }

    /// The method alone.
    package var description: String { "DestinationRequest(\(method))" }
    /// The method alone.
    package var customMirror: Mirror { Mirror(self, children: ["method": method]) }
}
