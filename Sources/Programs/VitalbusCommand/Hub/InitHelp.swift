internal import Foundation

/// The help for `?` at the questions of `vitalbus init`.
enum InitHelp {
    static let machine = "Most homes need 'one'. A house with several rooms has one 'server' and a 'hub' in each room."
    static let site = "A short name of the house or home, in a-z, 0-9 and -; never a person's name."
    static let address = "Hubs connect to this address. It must stay the same: a host name, or a fixed IP address."
    static let hub = "A short name of this machine's room or place, in a-z, 0-9 and -."
    static let seats =
        "A seat is a place where one person is measured, such as a bed. Sessions later tell which person is there."
    static let solo =
        "With y, each reading belongs to this one person. With n, readings are held until a device is assigned."
    static let destination = "The address of the server that gets the records. With none, records stay on this machine."
    static let broker =
        "Processes exchange messages over an MQTT broker. 'own' starts a private one and needs nothing else."
    static let authority =
        "The file of the certificate authority that signed the broker's certificate. Type < for another broker."
    static let page = "The web page shows people and readings. 127.0.0.1 serves this machine only, 0.0.0.0 the network."
    static let password =
        "With it you log in as operator, also from other machines. 'vitalbus user add' makes accounts for other people."
    static let zone = "Imports without a time zone use this one. The page shows times in the machine's time zone."
    static let radio = "With n, this machine takes only photos, imports and typed values."
    static let passive =
        "The hub reads these kinds of devices whenever they are in range. 'vitalbus passive set' changes it."

    /// This machine's host name; empty if others cannot reach it by one.
    static var ownAddress: String {
        let name = ProcessInfo.processInfo.hostName
        return name == "localhost" ? "" : name
    }
}
