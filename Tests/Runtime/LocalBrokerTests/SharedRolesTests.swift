import Foundation
import LocalBroker
import MessageBus
import Testing

/// Accounts with shared roles have the same rights as with a role each.
@Suite struct SharedRolesTests {
    private static func account(_ name: String, _ patterns: [String]) -> BrokerAccount {
        BrokerAccount(username: name, password: nil, rules: patterns.map { AccessRule(.publish, pattern: $0) })
    }

    private static func rules(of number: Int, in roles: SharedRoles) -> [AccessRule] {
        roles.names[number].flatMap { name in roles.all.filter { $0.name == name }.flatMap(\.rules) }
    }

    @Test func eachAccountHasItsRulesAndNoOther() {
        // Any two numbers share the patterns of their common divisors.
        let accounts = (1...60).map { number in
            Self.account("a\(number)", (1...number).filter { number.isMultiple(of: $0) }.map { "topic/\($0)" })
        }
        let roles = SharedRoles(accounts)
        for (number, account) in accounts.enumerated() {
            let got = Self.rules(of: number, in: roles)
            #expect(got.count == account.rules.count && Set(got) == Set(account.rules), "\(account)")
        }
    }

    @Test func whatManyHaveStandsOnce() {
        let hubs = (1...100).map { Self.account("h\($0)", ["all/a", "all/b", "own/\($0)"]) }
        let roles = SharedRoles(hubs)
        #expect(roles.all.reduce(0) { $0 + $1.rules.count } == 102)
        #expect(roles.names[0].count == 2 && roles.names[0].contains("h1"))
    }

    /// Mosquitto would need quadratic time to sort them.
    @Test func theLastNamesStandFirst() throws {
        struct File: Decodable {
            struct Client: Decodable { let username: String }
            struct Role: Decodable { let rolename: String }
            let clients: [Client]
            let roles: [Role]
        }
        let accounts = ["b", "a", "d", "c"].map { Self.account($0, ["all", "own/\($0)"]) }
        let file = try JSONDecoder().decode(File.self, from: Data(DynamicSecurity.file(accounts)))
        #expect(file.clients.map(\.username) == ["d", "c", "b", "a"])
        #expect(file.roles.map(\.rolename) == file.roles.map(\.rolename).sorted(by: >) && file.roles.count == 5)
    }

    @Test func aSharedRoleTakesNoAccountsName() {
        let accounts = ["shared-0", "shared-1", "x"].map { Self.account($0, ["all", "own/\($0)"]) }
        let roles = SharedRoles(accounts)
        #expect(Set(roles.all.map(\.name)).count == roles.all.count)
        for (number, account) in accounts.enumerated() {
            #expect(Set(Self.rules(of: number, in: roles)) == Set(account.rules))
        }
    }
}
