internal import DeviceCodecs

/// Which profile a device is read by, from the services that it has.
///
/// Pure. A device of several profiles is read by the one that the catalogue's entry is of; the others wait for an entry.
struct LinkPlan: Sendable, Hashable {
    /// A profile.
    struct Profile: Sendable, Hashable {
        /// The services that carry its measurements.
        let services: [BluetoothUUID]
        /// What it subscribes to, in this order.
        let subscriptions: [BluetoothUUID]
        /// Those of them whose frames are measurements; one of them must be there.
        let measuring: Set<BluetoothUUID>
        /// The catalogue's generic entry.
        let peripheralID: Int
    }

    /// All profiles, in the order of preference.
    static let profiles: [Profile] = DeviceProfile.all.map { profile in
        Profile(
            services: profile.services,
            subscriptions: profile.subscriptions,
            measuring: profile.measuring,
            peripheralID: profile.peripheral.id
        )
    }

    /// The profile.
    let profile: Profile
    /// What is there to subscribe to.
    let subscriptions: [BluetoothUUID]
    /// Whether it is a scale whose users agree by its User Control Point.
    let hasConsents: Bool

    /// Chooses the profile; nil where the device has none.
    ///
    /// - Parameters:
    ///   - characteristics: The characteristics of each service.
    ///   - peripheralID: The catalogue's number; a generic one's profile comes first.
    init?(_ characteristics: [BluetoothUUID: Set<BluetoothUUID>], peripheralID: Int) {
        let wanted = Self.profiles.filter { $0.peripheralID == peripheralID } + Self.profiles
        for profile in wanted {
            let present = profile.services.reduce(into: Set<BluetoothUUID>()) {
                $0.formUnion(characteristics[$1] ?? [])
            }
            guard !present.isDisjoint(with: profile.measuring) else { continue }
            self.profile = profile
            subscriptions = profile.subscriptions.filter(present.contains)
            let users = characteristics[.userDataService] ?? []
            hasConsents = profile.services.contains(.weightScaleService) && users.contains(.userControlPoint)
            return
        }
        return nil
    }

    /// The services whose characteristics are used.
    var services: [BluetoothUUID] { profile.services + (hasConsents ? [.userDataService] : []) }

    /// Whether the memory is read by a record access control point.
    var hasRecordAccess: Bool {
        profile.services == [.glucoseService] && subscriptions.contains(.recordAccessControlPoint)
    }

    /// What reads it.
    func procedure(
        mark: MemoryMark?,
        consents: [ConsentProcedure.Consent] = [],
        quirks: Set<DeviceQuirk>,
        limits: IndicatedProcedure.Limits,
        access: RACPMachine.Limits
    ) -> any Procedure {
        guard !hasRecordAccess else { return GlucoseProcedure(mark: mark, quirks: quirks, limits: access) }
        if subscriptions.contains(.continuousOximetry) {
            return SettlingProcedure(subscriptions: subscriptions, limits: limits)
        }
        let indicated = IndicatedProcedure(
            subscriptions: subscriptions,
            measuring: profile.measuring,
            limits: limits
        )
        return hasConsents ? ConsentedProcedure(stored: consents, reading: indicated) : indicated
    }
}
