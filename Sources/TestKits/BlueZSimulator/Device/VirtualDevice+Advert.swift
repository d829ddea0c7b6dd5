extension VirtualDevice {
    /// The services in its adverts, as BlueZ writes them: the standard ones that measure.
    var advertisedServices: [String] {
        let hidden: Set<UInt16> = [0x1805, 0xFFF0, GattUUID.contourService]
        return profile.services.map(\.uuid).filter { !hidden.contains($0) }.map(GattUUID.text).sorted()
    }
}
