internal import DeviceCodecs

/// Chooses a device's reading profile by its services.
///
/// Pure. For a device with several profiles, the catalogue entry decides.
struct LinkPlan: Sendable, Hashable {
    /// A profile.
    struct Profile: Sendable, Hashable {
        /// The services that carry its measurements.
        let services: [BluetoothUUID]
        /// The subscriptions, in order.
        let subscriptions: [BluetoothUUID]
        /// The subscriptions that carry measurements; at least one must exist.
        let measuring: Set<BluetoothUUID>
        /// The ID of the generic catalogue entry.
        let peripheralID: Int
    }

    /// All profiles, in order of preference.
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
    /// The subscriptions that the device has.
    let subscriptions: [BluetoothUUID]
    /// Whether the device is a scale whose users consent at its User Control Point.
    let hasConsents: Bool
    /// The characteristics for user data on such a scale.
    let userData: Set<BluetoothUUID>

    /// Chooses the profile; nil if the device has none.
    ///
    /// - Parameters:
    ///   - characteristics: The characteristics of each service.
    ///   - peripheralID: The catalogue entry; if it is generic, its profile is preferred.
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
            userData = users.intersection(UserDataProcedure.characteristics)
            hasConsents = profile.services.contains(.weightScaleService) && users.contains(.userControlPoint)
            return
        }
        return nil
    }

    /// The services to use.
    var services: [BluetoothUUID] { profile.services + (hasConsents ? [.userDataService] : []) }

    /// Whether the memory is read through a record access control point.
    var hasRecordAccess: Bool {
        profile.services == [.glucoseService] && subscriptions.contains(.recordAccessControlPoint)
    }

    /// The procedure that reads the device.
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
        guard hasConsents else { return indicated }
        return ConsentedProcedure(stored: consents, reading: indicated, writable: userData)
    }
}
