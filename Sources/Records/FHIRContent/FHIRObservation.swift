internal import FoundationEssentials
internal import VitalRecords

extension FHIROrigin {
    /// Makes the resource of an observation.
    ///
    /// - Parameter isDeleted: Whether it was entered in error; then it keeps id, code and time but no values.
    func observation(_ draft: FHIRDraft, isDeleted: Bool) -> FHIRResource {
        let isPersonalHealth = isPersonalHealth(draft)
        let id = id(draft.name)
        return FHIRResource(
            "Observation",
            id: id,
            members: [
                "meta": FHIRValue(["profile": .list(profiles(draft, isPersonalHealth: isPersonalHealth))]),
                "extension": isPersonalHealth
                    ? [FHIRValue(["url": .text(FHIRNames.gateway), "valueReference": .reference(gateway.id)])] : nil,
                "identifier": .list(identifiers(draft, id: id, isPersonalHealth: isPersonalHealth)),
                "status": .text(isDeleted ? "entered-in-error" : status(isPersonalHealth: isPersonalHealth)),
                "category": .list(categories(draft, isPersonalHealth: isPersonalHealth)),
                "code": code(draft),
                "subject": patient.subject(in: form),
                "effectiveDateTime": end == nil ? FHIRTime.text(record.timestamp, utcOffset: record.utcOffset) : nil,
                "effectivePeriod": period,
                "issued": .text(record.receivedAt.iso8601Milliseconds),
                "valueQuantity": isDeleted ? nil : quantity(draft.value),
                "dataAbsentReason": absence(draft, isDeleted: isDeleted),
                "interpretation": isPersonalHealth && draft.isQuestionable && !isDeleted
                    ? [.concept([.coding(FHIRNames.measurementStatus, code: "questionable")])] : nil,
                "note": isDeleted ? nil : .text(notes(draft)),
                "bodySite": isDeleted ? nil : bodySite(draft),
                "method": .concept([], text: origin),
                "device": device.map { .reference($0.resource.id) },
                "derivedFrom": isPersonalHealth ? clock.map { [.reference($0.id)] } : nil,
                "component": .list(components(draft, isDeleted: isDeleted)),
            ]
        )
    }

    private func profiles(_ draft: FHIRDraft, isPersonalHealth: Bool) -> [FHIRValue] {
        let guide = draft.components.isEmpty ? "PhdNumericObservation" : "PhdCompoundNumericObservation"
        let all = [draft.profile.map { FHIRNames.usCore + $0 }, isPersonalHealth ? FHIRNames.phd + guide : nil]
        return all.compactMap { $0.map(FHIRValue.text) }
    }

    /// The resource's own id, and the guide's identifier made from device, patient, code and the meter's own time.
    private func identifiers(_ draft: FHIRDraft, id: String, isPersonalHealth: Bool) -> [FHIRValue] {
        let own = FHIRValue(["system": .text(FHIRNames.uri), "value": .text("urn:uuid:\(id)")])
        guard isPersonalHealth, let device, let mdc = draft.codes.mdc, let ahead = record.clockOffsetSeconds else {
            return [own]
        }
        // The corrected time may differ between two transfers of one measurement; the meter's time does not.
        let shown = FHIRTime.compact(record.timestamp.addingTimeInterval(Double(ahead)), utcOffset: record.utcOffset)
        return [own, FHIRValue(["value": .text("\(device.resource.id)-\(patient.key)-\(mdc)-\(shown)")])]
    }

    /// The guide allows only final and preliminary; elsewhere a newer revision is an amendment.
    private func status(isPersonalHealth: Bool) -> String {
        let flags = record.context?.statusFlags ?? []
        if flags.contains("early_estimate") || flags.contains("measurement_ongoing") { return "preliminary" }
        return record.revision > 1 && !isPersonalHealth ? "amended" : "final"
    }

    private func categories(_ draft: FHIRDraft, isPersonalHealth: Bool) -> [FHIRValue] {
        let own = FHIRValue.concept([.coding(FHIRNames.category, code: draft.category.rawValue)])
        return isPersonalHealth ? [own, .concept([.coding(FHIRNames.phdCategory, code: "phd-observation")])] : [own]
    }

    private func code(_ draft: FHIRDraft) -> FHIRValue {
        let loinc = draft.codes.loinc.map { FHIRValue.coding(FHIRNames.loinc, code: $0) }
        let mdc = draft.codes.mdc.map { FHIRValue.mdc($0, term: draft.codes.term) }
        return .concept(loinc + [mdc].compactMap { $0 }, text: String(draft.name.map { $0 == "_" ? " " : $0 }))
    }

    private var end: Date? { record.details?.end.flatMap { $0 > record.timestamp ? $0 : nil } }

    private var period: FHIRValue? {
        end.map { end in
            FHIRValue([
                "start": FHIRTime.text(record.timestamp, utcOffset: record.utcOffset),
                "end": FHIRTime.text(end, utcOffset: record.utcOffset),
            ])
        }
    }

    private func quantity(_ value: FHIRDraft.Value?) -> FHIRValue? {
        guard case .quantity(let number, let unit) = value else { return nil }
        return FHIRValue([
            "value": .number(number), "unit": .text(unit.label), "system": .text(FHIRNames.ucum),
            "code": .text(unit.ucum),
        ])
    }

    private func absence(_ draft: FHIRDraft, isDeleted: Bool) -> FHIRValue? {
        guard draft.components.isEmpty else { return nil }
        if isDeleted { return .concept([.coding(FHIRNames.absentReason, code: "error")]) }
        guard case .absent(let code) = draft.value else { return nil }
        return .concept([.coding(FHIRNames.absentReason, code: code)])
    }

    private func notes(_ draft: FHIRDraft) -> [String] {
        let flags = record.context?.statusFlags.filter { !$0.hasPrefix("sample_") && !$0.hasPrefix("site_") } ?? []
        return draft.notes + (flags.isEmpty ? [] : ["The meter reports: \(flags.joined(separator: ", "))"])
    }

    /// The body site that the meter reports, for a temperature or a blood sample.
    private func bodySite(_ draft: FHIRDraft) -> FHIRValue? {
        let prefixes: [MetricName: String] = [.bodyTemperature: "site_", .bloodGlucose: "location_"]
        guard let prefix = prefixes[MetricName(rawValue: draft.name)],
            let site = record.context?.statusFlags.first(where: { $0.hasPrefix(prefix) })
        else { return nil }
        return .concept([], text: String(site.dropFirst(prefix.count).map { $0 == "_" ? " " : $0 }))
    }

    private func components(_ draft: FHIRDraft, isDeleted: Bool) -> [FHIRValue] {
        let members = draft.components.map { member in
            FHIRValue([
                "code": code(member), "valueQuantity": isDeleted ? nil : quantity(member.value),
                "dataAbsentReason": absence(member, isDeleted: isDeleted),
            ])
        }
        guard !isDeleted, draft.name == MetricName.bloodGlucose.rawValue, let meal = record.context?.meal else {
            return members
        }
        return members + [Self.meal(meal)]
    }

    /// The guide's component of a glucose: its relation to a meal (IEEE 11073-10417, partition 128).
    ///
    /// Public headers disagree about the code of bedtime, so it is given as text.
    private static func meal(_ word: String) -> FHIRValue {
        let codes: [String: (Int, String)] = [
            "before_meal": (8_417_868, "PREPRANDIAL"), "after_meal": (8_417_872, "POSTPRANDIAL"),
            "fasting": (8_417_876, "FASTING"), "casual": (8_417_880, "CASUAL"),
        ]
        let coding = codes[word].map { FHIRValue.mdc($0.0, term: "MDC_CTXT_GLU_MEAL_\($0.1)") }
        return FHIRValue([
            "code": .concept([.mdc(8_417_864, term: "MDC_CTXT_GLU_MEAL")]),
            "valueCodeableConcept": .concept([coding].compactMap { $0 }, text: word.replacing("_", with: " ")),
        ])
    }
}
