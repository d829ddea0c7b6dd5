internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import SiteHealth
internal import SiteRecords
internal import VitalRecords

/// The page for the accounts of people and programs, which are files on this machine that the broker follows.
struct AdminAccounts: Sendable {
    private static let roles: [BusRole] = [.operator, .caregiver, .viewer]

    let desk: AdminDesk
    private var machine: PageMachine { desk.parts.machine }

    func add(to router: Router<PageContext>) {
        router.get("admin/accounts") { _, context in try await page(context) }
        router.post("admin/accounts/person") { request, context in try await addPerson(request, context: context) }
        router.post("admin/accounts/program") { request, context in try await addProgram(request, context: context) }
        router.post("admin/accounts/password") { request, context in try await setPassword(request, context: context) }
        router.post("admin/accounts/remove") { request, context in try await remove(request, context: context) }
    }

    private func page(_ context: PageContext) async throws -> Response {
        let session = try desk.session(context)
        let (language, time) = (context.language, desk.time(context))
        let accounts = try await machine.change { try machine.access.accounts() }
        var page = desk.page("accounts", context: context)
        page["people"] = accounts.filter { !$0.isProgram }.map { account in
            [
                "name": account.name, "role": language.word(account.role.rawValue, of: "role"),
                "since": time.text(account.added), "isMe": account.name == session.name,
            ] as [String: Any]
        }
        page["programs"] = accounts.filter(\.isProgram).map { account in
            [
                "name": account.name, "hubs": account.hubs?.joined(separator: ", ") ?? language["account.allHubs"],
                "values": account.values.isEmpty
                    ? language["account.noValues"] : account.values.joined(separator: ", "),
                "since": time.text(account.added),
            ]
        }
        page["roles"] = Self.roles.map {
            ["role": $0.rawValue, "name": language.word($0.rawValue, of: "role")]
        }
        page["hubs"] = await hubs().map { ["hub": $0] }
        page["seats"] = try await desk.parts.board.seats(for: session.rights).map { ["seat": $0] }
        page["fewest"] = "\(PagePassword.fewest)"
        return try page.response("adminAccounts")
    }

    private func hubs() async -> [String] {
        let listed = await desk.parts.watch.hubs(desk.now).filter { $0.entry.revoked == nil }.map(\.entry.hub)
        let heard = await desk.parts.watch.facts.hubs
        return heard.union(listed).subtracting([BusAddress.siteHub]).sorted()
    }

    private func addPerson(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "addUser") { form, _ in
            let (name, role) = (try form.needed("name"), BusRole(rawValue: try form.needed("role")))
            guard Self.roles.contains(role) else { throw PageError(.malformed, text: "error.form") }
            let password = AccessAccount.newPassword()
            try await machine.changeAccounts {
                try machine.access.add(
                    try AccessAccount(name, role: role, password: password, added: desk.now)
                )
            }
            return (context.language["done.account", ["name": name, "password": password]], nil, name)
        }
    }

    private func addProgram(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "addIntegration") { form, session in
            let name = try form.needed("name")
            let (hubs, seats) = (form.all("hub"), form.all("values"))
            let known = try await desk.parts.board.seats(for: session.rights)
            guard Set(hubs).isSubset(of: await self.hubs()), Set(seats).isSubset(of: known) else {
                throw PageError(.malformed, text: "error.form")
            }
            try machine.checkPorts()
            let password = AccessAccount.newPassword()
            try await machine.changeAccounts {
                let account = try AccessAccount(
                    name,
                    role: .integration,
                    hubs: hubs.isEmpty ? nil : Array(Set(hubs)),
                    values: Array(Set(seats)),
                    password: password,
                    added: desk.now
                )
                try machine.access.add(account)
            }
            return (context.language["done.account", ["name": name, "password": password]], nil, name)
        }
    }

    private func setPassword(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "setPassword") { form, _ in
            let name = try form.needed("name")
            let password = form.raw("password")
            guard password.count >= PagePassword.fewest, password.utf8.count <= PagePassword.most else {
                throw PageError(.malformed, text: "error.shortPassword", parts: ["count": "\(PagePassword.fewest)"])
            }
            try await machine.change { try machine.access.setPagePassword(name, to: password) }
            return (context.language["done.password", ["name": name]], nil, name)
        }
    }

    private func remove(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "removeAccount") { form, _ in
            let (name, isProgram) = (try form.needed("name"), form["program"] != nil)
            try await machine.changeAccounts { try machine.access.remove(name, isProgram: isProgram) }
            return (context.language["done.removed", ["name": name]], nil, name)
        }
    }
}

/// The page for the rooms' tablets.
struct AdminKiosks: Sendable {
    let desk: AdminDesk
    private var machine: PageMachine { desk.parts.machine }

    func add(to router: Router<PageContext>) {
        router.get("admin/kiosks") { _, context in try await page(context) }
        router.post("admin/kiosks/add") { request, context in try await addKiosk(request, context: context) }
        router.post("admin/kiosks/again") { request, context in
            try await desk.act(request, context: context, what: "renewKiosk") { form, _ in
                let name = try form.needed("name")
                let key = try await machine.change { try machine.access.renewKiosk(name, now: desk.now) }
                return (await words(key, context: context), nil, name)
            }
        }
        router.post("admin/kiosks/remove") { request, context in
            try await desk.act(request, context: context, what: "removeKiosk") { form, _ in
                let name = try form.needed("name")
                try await machine.change { try machine.access.removeKiosk(name) }
                return (context.language["done.removed", ["name": name]], nil, name)
            }
        }
    }

    private func page(_ context: PageContext) async throws -> Response {
        let session = try desk.session(context)
        let (language, time) = (context.language, desk.time(context))
        let kiosks = try await machine.change { try machine.access.kiosks() }
        var page = desk.page("kiosks", context: context)
        page["kiosks"] = kiosks.map { kiosk in
            [
                "name": kiosk.name, "seat": kiosk.seat, "since": time.text(kiosk.added),
                "types": language[kiosk.types ? "kiosk.types" : "kiosk.sees"],
                "state": kiosk.entered.map { language["kiosk.entered", ["time": time.text($0)]] }
                    ?? language["kiosk.waits"],
            ]
        }
        page["seats"] = try await desk.parts.board.seats(for: session.rights).map { ["seat": $0] }
        return try page.response("adminKiosks")
    }

    private func addKiosk(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "addKiosk") { form, session in
            let (name, seat) = (try form.needed("name"), try form.needed("seat"))
            guard try await desk.parts.board.seats(for: session.rights).contains(seat) else {
                throw PageError(.notFound, text: "error.seat", parts: ["seat": String(seat.prefix(64))])
            }
            let types = form["types"] != nil
            let key = try await machine.change {
                try machine.access.addKiosk(name, seat: seat, types: types, now: desk.now)
            }
            return (await words(key, context: context), seat, name)
        }
    }

    /// The one-time text with a tablet's key.
    private func words(_ key: String, context: PageContext) async -> String {
        let address = await desk.parts.sessions.address("/kiosk?key=\(key)", way: context.way)
        return context.language["done.kiosk", ["address": address]]
    }
}
