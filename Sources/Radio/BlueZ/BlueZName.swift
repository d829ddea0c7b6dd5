internal import DBus

/// The names of BlueZ's D-Bus interface that this module uses, grouped by page of its documentation
/// (https://github.com/bluez/bluez/tree/master/doc).
enum BlueZName {
    /// The service's bus name.
    static let service = "org.bluez"
    /// The root path of BlueZ's objects.
    static let rootPath: DBusObjectPath = "/org/bluez"

    /// Names of adapters (https://github.com/bluez/bluez/blob/master/doc/org.bluez.Adapter.rst).
    enum Adapter {
        static let interface = "org.bluez.Adapter1"
        static let startDiscovery = "StartDiscovery"
        static let stopDiscovery = "StopDiscovery"
        static let setDiscoveryFilter = "SetDiscoveryFilter"
        static let removeDevice = "RemoveDevice"
        static let address = "Address"
        static let alias = "Alias"
        static let powered = "Powered"
        /// Since BlueZ 5.67, experimental before 5.70: `on`, `off`, `off-blocked` and the steps between.
        static let powerState = "PowerState"
        static let discovering = "Discovering"
        static let pairable = "Pairable"
        /// Keys of the discovery filter.
        static let transport = "Transport"
        static let duplicateData = "DuplicateData"
        static let uuids = "UUIDs"
    }

    /// Names of devices (https://github.com/bluez/bluez/blob/master/doc/org.bluez.Device.rst).
    enum Device {
        static let interface = "org.bluez.Device1"
        static let connect = "Connect"
        static let disconnect = "Disconnect"
        static let pair = "Pair"
        static let cancelPairing = "CancelPairing"
        static let adapter = "Adapter"
        static let address = "Address"
        static let addressType = "AddressType"
        static let name = "Name"
        static let rssi = "RSSI"
        static let txPower = "TxPower"
        static let uuids = "UUIDs"
        static let manufacturerData = "ManufacturerData"
        static let serviceData = "ServiceData"
        static let advertisingFlags = "AdvertisingFlags"
        static let connected = "Connected"
        static let paired = "Paired"
        /// Since BlueZ 5.65; older versions have only `Paired`.
        static let bonded = "Bonded"
        static let trusted = "Trusted"
        static let servicesResolved = "ServicesResolved"
        /// Properties that an advertisement sets.
        ///
        /// `DuplicateData` makes BlueZ announce them each time.
        static let advertised: Set<String> = [
            rssi, txPower, manufacturerData, serviceData, advertisingFlags, name, uuids,
        ]
    }

    /// Names of GATT services (https://github.com/bluez/bluez/blob/master/doc/org.bluez.GattService.rst).
    enum Service {
        static let interface = "org.bluez.GattService1"
        static let uuid = "UUID"
        static let primary = "Primary"
    }

    /// Names of GATT characteristics (https://github.com/bluez/bluez/blob/master/doc/org.bluez.GattCharacteristic.rst).
    enum Characteristic {
        static let interface = "org.bluez.GattCharacteristic1"
        static let readValue = "ReadValue"
        static let writeValue = "WriteValue"
        static let startNotify = "StartNotify"
        static let stopNotify = "StopNotify"
        static let uuid = "UUID"
        static let value = "Value"
        static let flags = "Flags"
        /// Since BlueZ 5.62.
        static let mtu = "MTU"
        /// Key of WriteValue's options.
        static let type = "type"
    }

    /// Names of the agent manager (https://github.com/bluez/bluez/blob/master/doc/org.bluez.AgentManager.rst).
    enum AgentManager {
        static let interface = "org.bluez.AgentManager1"
        static let registerAgent = "RegisterAgent"
        static let unregisterAgent = "UnregisterAgent"
        static let requestDefaultAgent = "RequestDefaultAgent"
    }

    /// Names of agents (https://github.com/bluez/bluez/blob/master/doc/org.bluez.Agent.rst).
    enum Agent {
        static let interface = "org.bluez.Agent1"
        /// The method `Release`.
        static let release = "Release"
        /// The method `RequestPinCode`.
        static let requestPinCode = "RequestPinCode"
        /// The method `DisplayPinCode`.
        static let displayPinCode = "DisplayPinCode"
        /// The method `RequestPasskey`.
        static let requestPasskey = "RequestPasskey"
        /// The method `DisplayPasskey`.
        static let displayPasskey = "DisplayPasskey"
        /// The method `RequestConfirmation`.
        static let requestConfirmation = "RequestConfirmation"
        /// The method `RequestAuthorization`.
        static let requestAuthorization = "RequestAuthorization"
        /// The method `AuthorizeService`.
        static let authorizeService = "AuthorizeService"
        /// The method `Cancel`.
        static let cancel = "Cancel"
    }

    /// Names that every service has (https://dbus.freedesktop.org/doc/dbus-specification.html).
    enum Peer {
        static let interface = "org.freedesktop.DBus.Peer"
        /// The method `Ping`.
        static let ping = "Ping"
    }

    /// Names of errors (https://github.com/bluez/bluez/blob/master/src/error.c).
    enum ErrorName {
        static let failed = "org.bluez.Error.Failed"
        static let inProgress = "org.bluez.Error.InProgress"
        static let notReady = "org.bluez.Error.NotReady"
        static let alreadyConnected = "org.bluez.Error.AlreadyConnected"
        static let alreadyExists = "org.bluez.Error.AlreadyExists"
        static let doesNotExist = "org.bluez.Error.DoesNotExist"
        static let notConnected = "org.bluez.Error.NotConnected"
        static let notAuthorized = "org.bluez.Error.NotAuthorized"
        static let notPermitted = "org.bluez.Error.NotPermitted"
        static let notSupported = "org.bluez.Error.NotSupported"
        static let connectionAttemptFailed = "org.bluez.Error.ConnectionAttemptFailed"
        static let rejected = "org.bluez.Error.Rejected"
        /// The error `org.bluez.Error.Blocked`: the kernel's switch (rfkill) keeps the adapter off.
        static let blocked = "org.bluez.Error.Blocked"
        static let canceled = "org.bluez.Error.Canceled"
    }
}
