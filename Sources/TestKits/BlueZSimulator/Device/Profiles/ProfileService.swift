/// The description of a service by a profile.
package struct ProfileService: Equatable, Sendable {
    /// A characteristic of the service.
    package struct Row: Equatable, Sendable {
        /// The 16-bit UUID, or a name of ``GattUUID/vendor``.
        package let short: UInt16
        /// `read`, `write`, `notify`, `indicate`.
        package let flags: [String]
        /// Whether a device that requires pairing demands an encrypted link for it.
        package let isGuarded: Bool

        /// Creates a characteristic.
        package init(_ short: UInt16, flags: [String], guarded: Bool = false) {
            self.short = short
            self.flags = flags
            isGuarded = guarded
        }
    }

    /// The 16-bit UUID, or a name of ``GattUUID/vendor``.
    package let uuid: UInt16
    /// The characteristics in order.
    package let rows: [Row]

    /// Creates a service.
    package init(_ uuid: UInt16, rows: [Row]) {
        self.uuid = uuid
        self.rows = rows
    }

    /// A service with indicated measurements, notified intermediate values, and its own clock (0x2A08).
    package static func measuring(
        _ uuid: UInt16,
        indicates measurement: UInt16,
        notifies intermediate: UInt16,
        reads feature: UInt16
    ) -> ProfileService {
        ProfileService(
            uuid,
            rows: [
                .init(measurement, flags: ["indicate"], guarded: true), .init(intermediate, flags: ["notify"]),
                .init(feature, flags: ["read"]), .init(0x2A08, flags: ["read", "write"]),
            ]
        )
    }

    /// Current Time, 0x1805.
    package static let currentTime = ProfileService(0x1805, rows: [.init(0x2A2B, flags: ["read", "write", "notify"])])
}
