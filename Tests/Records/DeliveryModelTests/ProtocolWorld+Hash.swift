import DeliveryRules

extension ProtocolWorld {
    /// Packs the fields that differ most; equality still compares everything.
    func hash(into hasher: inout Hasher) {
        for case let entry? in entries {
            hasher.combine(entry.fence << 8 | Int64(entry.newestRevision) << 4 | Int64(entry.revision))
            hasher.combine(entry.lease?.until.milliseconds)
            hasher.combine(entry.lingering?.until.milliseconds)
            hasher.combine(entry.possiblySent)
            hasher.combine(entry.isAtDestination)
            hasher.combine(entry.isSessionEnded)
            if case .submitted = entry.state { hasher.combine(1) }
        }
        hasher.combine(isEnded)
        hasher.combine(hasNext)
        hasher.combine(UInt32(copies[0].creates) << 8 | UInt32(copies[1].creates))
        for hub in hubs { hasher.combine(UInt32(hub.row) << 16 | UInt32(hub.committed) << 8 | UInt32(hub.replied)) }
        for grant in grants { hasher.combine(grant.packed) }
    }
}
