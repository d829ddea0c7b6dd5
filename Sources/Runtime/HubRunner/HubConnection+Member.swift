public import ActorRuntime
internal import BusEndpoints
public import MessageBus
public import OperatorConnection

extension HubConnection.Target {
    /// The broker of the site that this hub has joined, with the certificate of the given address.
    public init(address: BusAddress, member record: MembershipRecord, of files: MembershipFiles) {
        let identity = files.identity(address.principal)
        self.init(
            address: address,
            endpoint: .anyOf(hosts: record.addresses, port: record.brokerPort),
            tls: BusTLS(authority: files.authority, certificate: identity, key: identity),
            passwordFile: nil
        )
    }
}
