internal import Hummingbird

/// The page that shows every component once, for maintainers of the page; it shows no data of the site.
struct AdminLooks: Sendable {
    let desk: AdminDesk

    func add(to router: Router<PageContext>) {
        router.get("admin/components") { _, context in
            _ = try desk.session(context)
            var page = desk.page("components", context: context)
            page["colours"] = ["ink", "soft", "accent", "high", "low", "wait"].map { ["name": $0] }
            let overdue = context.language["due.overdue", ["time": "14:00"]]
            page["dueLine"] = "\(overdue): \(context.language["short.pulse"])"
            return try page.response("adminComponents")
        }
    }
}
