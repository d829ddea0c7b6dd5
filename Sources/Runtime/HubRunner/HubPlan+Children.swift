package import BusContract
internal import MessageBus

extension HubPlan {
    /// The child processes in the order of their start: the site's actors, importer and OCR, then the hub's radio.
    ///
    /// - Throws: ``HubRunnerError`` `invalidPlan`.
    public func children() throws(HubRunnerError) -> [ChildSpec] {
        let radio: [BusRole] = hasRadio ? [.deviceReader, .bleScanner] : []
        let order: [BusRole] = [.sessionManager, .uploader, .healthImporter, .ocrWorker] + radio
        // First, because it checks their number.
        let known = try roster().members
        var idle: Set<Roster.Member> = []
        for number in uploaders..<Self.uploaderLimit { idle.insert(try uploader(number + 1)) }
        for number in ocrWorkers..<Self.readerLimit { idle.insert(try ocrWorker(number + 1)) }
        let members = known.filter { !guests.contains($0) && !idle.contains($0) }
        return order.flatMap { role in members.filter { $0.role == role }.map { child($0) } }
    }

    /// The child process of one member.
    ///
    /// - Parameters:
    ///   - program: The executable's name; that of its actor when nil.
    ///   - settings: All configuration beside the common one; the plan's for its actor when nil.
    package func child(
        _ member: Roster.Member,
        program: String? = nil,
        settings: [String: String]? = nil
    ) -> ChildSpec {
        let actor = member.role.rawValue
        let isRadio = member.role == .bleScanner || member.role == .deviceReader
        let isOneOfMany = member.role == .uploader || member.role == .ocrWorker
        var name = isOneOfMany ? "\(actor)-\(member.address.instance)" : actor
        if guests.contains(member) { name += "-\(member.address.hub)" }
        let own = settings ?? own(member).merging(self.settings[actor] ?? [:]) { $1 }
        let values = common(member).merging(own) { $1 }
        let file = configurationFile.map { ["--config", $0] } ?? []
        let flags = values.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0.key)=\($0.value)"] }
        return ChildSpec(
            name: name,
            role: member.role,
            phase: isRadio ? .radio : .site,
            executable: "\(executables)/\(program ?? actor)",
            arguments: file + flags,
            log: layout.log(name)
        )
    }

    private func common(_ member: Roster.Member) -> [String: String] {
        var values = [
            "site": site, "hub": member.address.hub, "instance": member.address.instance,
            "state.directory": layout.state,
            // The hub stops its processes one after the other and has 10 s for all.
            "drain.timeout": "4s",
        ]
        if broker == .own {
            values["bus.socket"] = layout.socket
            values["bus.password-file"] = layout.password(member.address)
        }
        return values
    }

    private func own(_ member: Roster.Member) -> [String: String] {
        var values: [String: String] = [:]
        switch member.role {
        case .bleScanner:
            values["dbus.address"] = dbusAddress
        case .deviceReader:
            values["dbus.address"] = dbusAddress
            if sharesValues { values["share-values"] = "true" }
        case .ocrWorker:
            values["ocr.dispatcher"] = member == (try? ocrWorker(1)) ? "true" : "false"
            if sharesValues { values["share-values"] = "true" }
        case .sessionManager:
            values["seats"] = seats.joined(separator: ",")
            if isSolo { values["seat.solo"] = "true" }
            if sharesValues { values["shared-seats"] = "*" }
        case .uploader:
            values["destination.inform.base-url"] = informURL
            values["destination.legacy.base-url"] = legacyURL
        default: break
        }
        return values
    }
}
