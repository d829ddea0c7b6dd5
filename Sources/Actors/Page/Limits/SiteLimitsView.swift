internal import BusContract
internal import FoundationEssentials

/// Describes the site's default limits, and who set limits.
struct SiteLimitsView {
    let time: PageTime

    private var language: PageTexts.Language { time.language }

    /// The site's limits with their name and author, in a sentence.
    func words(_ site: LimitStore.Site?) -> String {
        guard let site else { return language["limit.siteOff"] }
        let name = site.set.map { language.word($0, of: "limitSet") } ?? language["limit.typed"]
        return language["limit.site", ["name": name, "by": by(site.author), "time": time.text(site.author.at)]]
    }

    /// Who set limits of a person, in a sentence.
    func words(_ author: LimitStore.Author?) -> String {
        guard let author else { return language["limit.setElsewhere"] }
        return language["limit.setBy", ["by": by(author), "time": time.text(author.at)]]
    }

    /// Who wrote something, and when.
    func signed(_ author: LimitStore.Author) -> String {
        language["note.by", ["by": by(author), "time": time.short(author.at)]]
    }

    private func by(_ author: LimitStore.Author) -> String {
        author.by.isEmpty ? language["session.machine"] : author.by
    }
}
