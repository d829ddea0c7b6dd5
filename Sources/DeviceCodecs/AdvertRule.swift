/// By what a peripheral is told from its advertisement.
///
/// All parts that are there must hold.
public struct AdvertRule: Hashable, Sendable, Codable {
    /// Services of which one must be advertised.
    ///
    /// Empty: any.
    public var services: [BluetoothUUID]
    /// Beginnings of which the name must have one.
    ///
    /// Empty: any.
    public var namePrefixes: [String]
    /// Company numbers of which one must be in the manufacturer data.
    ///
    /// Empty: any.
    public var companies: [UInt16]

    /// Makes a rule.
    public init(services: [BluetoothUUID] = [], namePrefixes: [String] = [], companies: [UInt16] = []) {
        self.services = services
        self.namePrefixes = namePrefixes
        self.companies = companies
    }

    /// How many parts the rule has.
    ///
    /// The peripheral with the most specific rule wins.
    var specificity: Int {
        (services.isEmpty ? 0 : 1) + (namePrefixes.isEmpty ? 0 : 1) + (companies.isEmpty ? 0 : 1)
    }

    /// True where all parts hold.
    ///
    /// A rule without parts matches nothing.
    func matches(services advertised: [BluetoothUUID], name: String?, manufacturerData: [UInt16: [UInt8]]) -> Bool {
        guard specificity > 0 else { return false }
        return (services.isEmpty || services.contains(where: advertised.contains))
            && (namePrefixes.isEmpty || namePrefixes.contains { name?.hasPrefix($0) == true })
            && (companies.isEmpty || companies.contains { manufacturerData[$0] != nil })
    }
}
