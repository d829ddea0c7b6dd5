package import DBus

/// The names of BlueZ's D-Bus interface that this module uses, grouped by page of its documentation
/// (https://github.com/bluez/bluez/tree/master/doc).
package enum BlueZName {
    /// The service's bus name.
    package static let service = "org.bluez"
    /// The root path of BlueZ's objects.
    package static let rootPath: DBusObjectPath = "/org/bluez"

    /// Names of adapters (https://github.com/bluez/bluez/blob/master/doc/org.bluez.Adapter.rst).
    package enum Adapter {
        /// The interface.
        package static let interface = "org.bluez.Adapter1"
        /// The method or property `StartDiscovery`.
        package static let startDiscovery = "StartDiscovery"
        /// The method or property `StopDiscovery`.
        package static let stopDiscovery = "StopDiscovery"
        /// The method or property `SetDiscoveryFilter`.
        package static let setDiscoveryFilter = "SetDiscoveryFilter"
        /// The method or property `RemoveDevice`.
        package static let removeDevice = "RemoveDevice"
        /// The method or property `Address`.
        package static let address = "Address"
        /// The method or property `Alias`.
        package static let alias = "Alias"
        /// The method or property `Powered`.
        package static let powered = "Powered"
        /// Since BlueZ 5.67, experimental before 5.70: `on`, `off`, `off-blocked` and the steps between.
        package static let powerState = "PowerState"
        /// The method or property `Discovering`.
        package static let discovering = "Discovering"
        /// The method or property `Pairable`.
        package static let pairable = "Pairable"
        /// Keys of the discovery filter.
        package static let transport = "Transport"
        /// The method or property `DuplicateData`.
        package static let duplicateData = "DuplicateData"
        /// The method or property `UUIDs`.
        package static let uuids = "UUIDs"
    }

    /// Names of devices (https://github.com/bluez/bluez/blob/master/doc/org.bluez.Device.rst).
    package enum Device {
        /// The interface.
        package static let interface = "org.bluez.Device1"
        /// The method or property `Connect`.
        package static let connect = "Connect"
        /// The method or property `Disconnect`.
        package static let disconnect = "Disconnect"
        /// The method or property `Pair`.
        package static let pair = "Pair"
        /// The method or property `CancelPairing`.
        package static let cancelPairing = "CancelPairing"
        /// The method or property `Adapter`.
        package static let adapter = "Adapter"
        /// The method or property `Address`.
        package static let address = "Address"
        /// The method or property `AddressType`.
        package static let addressType = "AddressType"
        /// The method or property `Name`.
        package static let name = "Name"
        /// The method or property `RSSI`.
        package static let rssi = "RSSI"
        /// The method or property `TxPower`.
        package static let txPower = "TxPower"
        /// The method or property `UUIDs`.
        package static let uuids = "UUIDs"
        /// The method or property `ManufacturerData`.
        package static let manufacturerData = "ManufacturerData"
        /// The method or property `ServiceData`.
        package static let serviceData = "ServiceData"
        /// The method or property `AdvertisingFlags`.
        package static let advertisingFlags = "AdvertisingFlags"
        /// The method or property `Connected`.
        package static let connected = "Connected"
        /// The method or property `Paired`.
        package static let paired = "Paired"
        /// Since BlueZ 5.65; older versions have only `Paired`.
        package static let bonded = "Bonded"
        /// The method or property `Trusted`.
        package static let trusted = "Trusted"
        /// The method or property `ServicesResolved`.
        package static let servicesResolved = "ServicesResolved"
        /// Properties that an advertisement sets.
        ///
        /// `DuplicateData` makes BlueZ announce them each time.
        package static let advertised: Set<String> = [
            rssi, txPower, manufacturerData, serviceData, advertisingFlags, name, uuids,
        ]
    }

    /// Names of GATT services (https://github.com/bluez/bluez/blob/master/doc/org.bluez.GattService.rst).
    package enum Service {
        /// The interface.
        package static let interface = "org.bluez.GattService1"
        /// The method or property `UUID`.
        package static let uuid = "UUID"
        /// The method or property `Primary`.
        package static let primary = "Primary"
    }

    /// Names of GATT characteristics (https://github.com/bluez/bluez/blob/master/doc/org.bluez.GattCharacteristic.rst).
    package enum Characteristic {
        /// The interface.
        package static let interface = "org.bluez.GattCharacteristic1"
        /// The method or property `ReadValue`.
        package static let readValue = "ReadValue"
        /// The method or property `WriteValue`.
        package static let writeValue = "WriteValue"
        /// The method or property `StartNotify`.
        package static let startNotify = "StartNotify"
        /// The method or property `StopNotify`.
        package static let stopNotify = "StopNotify"
        /// The method or property `UUID`.
        package static let uuid = "UUID"
        /// The method or property `Value`.
        package static let value = "Value"
        /// The method or property `Flags`.
        package static let flags = "Flags"
        /// Since BlueZ 5.62.
        package static let mtu = "MTU"
        /// Key of WriteValue's options.
        package static let type = "type"
    }

    /// Names of the agent manager (https://github.com/bluez/bluez/blob/master/doc/org.bluez.AgentManager.rst).
    package enum AgentManager {
        /// The interface.
        package static let interface = "org.bluez.AgentManager1"
        /// The method or property `RegisterAgent`.
        package static let registerAgent = "RegisterAgent"
        /// The method or property `UnregisterAgent`.
        package static let unregisterAgent = "UnregisterAgent"
        /// The method or property `RequestDefaultAgent`.
        package static let requestDefaultAgent = "RequestDefaultAgent"
    }

    /// Names of agents (https://github.com/bluez/bluez/blob/master/doc/org.bluez.Agent.rst).
    package enum Agent {
        /// The interface.
        package static let interface = "org.bluez.Agent1"
        /// The method `Release`.
        package static let release = "Release"
        /// The method `RequestPinCode`.
        package static let requestPinCode = "RequestPinCode"
        /// The method `DisplayPinCode`.
        package static let displayPinCode = "DisplayPinCode"
        /// The method `RequestPasskey`.
        package static let requestPasskey = "RequestPasskey"
        /// The method `DisplayPasskey`.
        package static let displayPasskey = "DisplayPasskey"
        /// The method `RequestConfirmation`.
        package static let requestConfirmation = "RequestConfirmation"
        /// The method `RequestAuthorization`.
        package static let requestAuthorization = "RequestAuthorization"
        /// The method `AuthorizeService`.
        package static let authorizeService = "AuthorizeService"
        /// The method `Cancel`.
        package static let cancel = "Cancel"
    }

    /// Names that every service has (https://dbus.freedesktop.org/doc/dbus-specification.html).
    package enum Peer {
        /// The interface.
        package static let interface = "org.freedesktop.DBus.Peer"
        /// The method `Ping`.
        package static let ping = "Ping"
    }

    /// Names of errors (https://github.com/bluez/bluez/blob/master/src/error.c).
    package enum ErrorName {
        /// The error `org.bluez.Error.Failed`.
        package static let failed = "org.bluez.Error.Failed"
        /// The error `org.bluez.Error.InProgress`.
        package static let inProgress = "org.bluez.Error.InProgress"
        /// The error `org.bluez.Error.NotReady`.
        package static let notReady = "org.bluez.Error.NotReady"
        /// The error `org.bluez.Error.AlreadyConnected`.
        package static let alreadyConnected = "org.bluez.Error.AlreadyConnected"
        /// The error `org.bluez.Error.AlreadyExists`.
        package static let alreadyExists = "org.bluez.Error.AlreadyExists"
        /// The error `org.bluez.Error.DoesNotExist`.
        package static let doesNotExist = "org.bluez.Error.DoesNotExist"
        /// The error `org.bluez.Error.NotConnected`.
        package static let notConnected = "org.bluez.Error.NotConnected"
        /// The error `org.bluez.Error.NotAuthorized`.
        package static let notAuthorized = "org.bluez.Error.NotAuthorized"
        /// The error `org.bluez.Error.NotPermitted`.
        package static let notPermitted = "org.bluez.Error.NotPermitted"
        /// The error `org.bluez.Error.NotSupported`.
        package static let notSupported = "org.bluez.Error.NotSupported"
        /// The error `org.bluez.Error.ConnectionAttemptFailed`.
        package static let connectionAttemptFailed = "org.bluez.Error.ConnectionAttemptFailed"
        /// The error `org.bluez.Error.Rejected`.
        package static let rejected = "org.bluez.Error.Rejected"
        /// The error `org.bluez.Error.Blocked`: the kernel's switch (rfkill) keeps the adapter off.
        package static let blocked = "org.bluez.Error.Blocked"
        /// The error `org.bluez.Error.Canceled`.
        package static let canceled = "org.bluez.Error.Canceled"
    }
}
