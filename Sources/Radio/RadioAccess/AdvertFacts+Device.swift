public import BlueZ
public import DeviceCodecs

extension AdvertFacts {
    /// What the catalogue looks at of a device that was heard.
    public init(_ device: DeviceInfo) {
        let data = device.serviceData.compactMap { key, value in BluetoothUUID(key).map { ($0, value) } }
        self.init(
            services: device.uuids.compactMap { BluetoothUUID($0) },
            name: device.name,
            manufacturerData: device.manufacturerData,
            serviceData: Dictionary(data, uniquingKeysWith: { first, _ in first })
        )
    }
}
