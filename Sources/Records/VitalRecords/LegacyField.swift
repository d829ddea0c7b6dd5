/// Where the legacy (v1) API keeps a metric.
public struct LegacyField: Hashable, Sendable {
    /// The resource, which is also the type of the record that goes there.
    public let resource: RecordType
    /// The field of the resource.
    public let field: String
    /// The unit that the API takes the field in, in UCUM.
    public let ucum: String
    /// True where the field means something close by: the metric fills it only when no other measurement of the record
    /// means it exactly.
    public let isStandIn: Bool
}
