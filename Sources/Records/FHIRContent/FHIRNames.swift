/// The external names in resources: systems, profiles, extensions.
enum FHIRNames {
    static let loinc = "http://loinc.org"
    static let mdc = "urn:iso:std:iso:11073:10101"
    static let ucum = "http://unitsofmeasure.org"
    static let uri = "urn:ietf:rfc:3986"
    static let category = "http://terminology.hl7.org/CodeSystem/observation-category"
    static let absentReason = "http://terminology.hl7.org/CodeSystem/data-absent-reason"
    static let participant = "http://terminology.hl7.org/CodeSystem/provenance-participant-type"
    static let operation = "http://terminology.hl7.org/CodeSystem/v3-DataOperation"
    /// The system of revisions' identifiers at servers that assign ids; it must never change.
    static let revision = "urn:uuid:5b1f1f36-0a0c-4c0e-9f0e-2f6f5d7f6a11"
    static let usCore = "http://hl7.org/fhir/us/core/StructureDefinition/"

    // MARK: HL7's Personal Health Device guide, STU 2
    static let phd = "http://hl7.org/fhir/uv/phd/StructureDefinition/"
    static let phdCategory = "http://hl7.org/fhir/uv/phd/CodeSystem/PhdObservationCategories"
    static let phdIdentifiers = "http://hl7.org/fhir/uv/phd/CodeSystem/ContinuaDeviceIdentifiers"
    static let phdBits = "http://hl7.org/fhir/uv/phd/CodeSystem/ASN1ToHL7"
    static let yesNo = "http://terminology.hl7.org/CodeSystem/v2-0136"
    static let systemID = "urn:oid:1.2.840.10004.1.1.1.0.0.1.0.0.1.2680"
    static let gateway = "http://hl7.org/fhir/StructureDefinition/observation-gatewayDevice"
    static let measurementStatus = "http://hl7.org/fhir/uv/pocd/CodeSystem/measurement-status"
}

/// Parts that many resources share.
extension FHIRValue {
    static func coding(_ system: String, code: String, display: String? = nil) -> FHIRValue {
        FHIRValue(["system": .text(system), "code": .text(code), "display": display.map(FHIRValue.text)])
    }

    static func mdc(_ code: Int, term: String?) -> FHIRValue {
        coding(FHIRNames.mdc, code: String(code), display: term)
    }

    static func concept(_ codings: [FHIRValue], text: String? = nil) -> FHIRValue {
        FHIRValue(["coding": .list(codings), "text": text.map(FHIRValue.text)])
    }

    static func reference(_ id: String) -> FHIRValue {
        FHIRValue(["reference": .text("urn:uuid:\(id)")])
    }

    static func text(_ texts: [String]) -> FHIRValue {
        .list(texts.map { FHIRValue(["text": .text($0)]) })
    }
}
