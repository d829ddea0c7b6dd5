internal import BusContract
internal import Foundation
internal import HubRunner
internal import SiteRecords

extension Init {
    /// Asks for the page's address, and for an operator's password if this machine has accounts.
    func askPage(_ ask: inout InitQuestions, known: inout HubAnswers) throws {
        known.page = try ask.value(
            flags.page,
            flag: "--page",
            question: "Where is the page? host:port, or none for no page",
            standard: PageEntry.standardAddress,
            help: InitHelp.page,
            isRequired: false,
            InitQuestions.page
        )
        guard known.broker == .own, known.page != HubSettings.nothing else { return }
        known.pagePassword = try ask.secret(
            "A password for '\(PageOperator.name)' at the page? Empty: none, 'vitalbus page address' opens it",
            help: InitHelp.password
        ) { _ = try PagePassword(of: $0, isRandom: true) }
    }

    /// Asks for the time zone of exports that do not name one.
    func askZone(_ ask: inout InitQuestions, known: inout HubAnswers) throws {
        let own = TimeZone.current.identifier
        let zone = try ask.value(
            zone.map(InitQuestions.zone),
            flag: "--zone",
            question: "Which time zone is this home in?",
            standard: own,
            help: InitHelp.zone,
            isRequired: false,
            InitQuestions.zone
        )
        known.zone = zone == own ? nil : zone
    }
}

/// The operator's account that `vitalbus init` creates for the page.
enum PageOperator {
    static let name = "admin"

    /// Refuses an account for which the broker could not listen, before anything is written.
    ///
    /// - Throws: `SiteError`.
    static func check(_ access: Access) throws {
        guard try !access.accounts().contains(where: { $0.name == name }) else { return }
        try access.checkPorts(try access.record())
    }

    /// Creates the account, or changes its password for the page.
    ///
    /// - Throws: `SiteError`.
    static func make(_ plan: HubPlan, password: String) throws {
        guard let access = plan.access?.files else { return }
        if try !access.accounts().contains(where: { $0.name == name }) {
            _ = try AccessPlace(plan: plan, access: access).authority()
            // No person uses this account at the broker, so its password there is not shown.
            let account = try AccessAccount(name, role: .operator, password: AccessAccount.newPassword(), added: Date())
            try access.add(account)
        }
        try access.setPagePassword(name, to: password)
    }
}
