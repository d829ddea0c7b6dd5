"""The rules of HL7's Personal Health Device guide (STU 2) for a bundle, as stated in its profiles' definitions."""

MDC = "urn:iso:std:iso:11073:10101"
UCUM = "http://unitsofmeasure.org"
GUIDE = "http://hl7.org/fhir/uv/phd/StructureDefinition/"
GATEWAY = "http://hl7.org/fhir/StructureDefinition/observation-gatewayDevice"
CATEGORY = ("http://hl7.org/fhir/uv/phd/CodeSystem/PhdObservationCategories", "phd-observation")
STATUS = "http://hl7.org/fhir/uv/pocd/CodeSystem/measurement-status"
ABSENT = "http://terminology.hl7.org/CodeSystem/data-absent-reason"
SYSTEM_ID = ("http://hl7.org/fhir/uv/phd/CodeSystem/ContinuaDeviceIdentifiers", "SYSID")


def codings(concept):
    return [(coding.get("system"), coding.get("code")) for coding in (concept or {}).get("coding", [])]


def mdc(concept):
    return [code for system, code in codings(concept) if system == MDC]


def faults(bundle):
    """The broken rules, as sentences, for resources that claim a profile of the guide."""
    resources = {entry["fullUrl"]: entry["resource"] for entry in bundle.get("entry", [])}
    found = []
    for url, resource in resources.items():
        for profile in resource.get("meta", {}).get("profile", []):
            if not profile.startswith(GUIDE):
                continue
            name = profile[len(GUIDE):]
            check = RULES.get(name)
            told = check(resource, resources) if check else ["is not a profile that is known here"]
            found += [f"{name} {url}: {fault}" for fault in told]
    return found


def claims(resources, url, profile):
    if (url or "").startswith("Device/"):
        return True  # It is at the server: an uploader writes devices before.
    return GUIDE + profile in resources.get(url, {}).get("meta", {}).get("profile", [])


def base(one, all_):
    gateways = [extension for extension in one.get("extension", []) if extension["url"] == GATEWAY]
    effective = [key for key in ("effectiveDateTime", "effectivePeriod") if key in one]
    conditional = [name for name in one.get("identifier", []) if "system" not in name and "type" not in name]
    statuses = [codings(word) for word in one.get("interpretation", [])]
    rules = {
        "one extension names the gateway": len(gateways) == 1
        and claims(all_, gateways[0]["valueReference"]["reference"], "PhgDevice"),
        "one category is the guide's": sum(CATEGORY in codings(word) for word in one.get("category", [])) == 1,
        "the code has one of MDC": len(mdc(one.get("code"))) == 1,
        "the subject is a reference": bool(one.get("subject", {}).get("reference")),
        "it has one time": len(effective) == 1,
        "the device is a PhdDevice": claims(all_, one.get("device", {}).get("reference"), "PhdDevice"),
        "the status is final, preliminary or entered-in-error": one.get("status") in ("final", "preliminary", "entered-in-error"),
        "an identifier without system is one": len(conditional) <= 1 and all(name.get("value") for name in conditional),
        "an interpretation is a measurement status": all(any(system == STATUS for system, _ in words) for words in statuses),
        "what it is derived from is a clock": all(
            claims(all_, source["reference"], "PhdCoincidentTimeStampObservation") for source in one.get("derivedFrom", [])
        ),
    }
    return [rule for rule, holds in rules.items() if not holds]


def quantity(part):
    value, reason = part.get("valueQuantity"), codings(part.get("dataAbsentReason"))
    if value is None:
        return [] if reason and all(system == ABSENT for system, _ in reason) else ["it has neither a value nor a reason"]
    whole = value.get("value") is not None and value.get("system") == UCUM and value.get("code")
    return ([] if whole else ["its value has no number, system or code"]) + (["it has a value and a reason"] if reason else [])


def numeric(one, all_):
    others = [key for key in one if key.startswith("value") and key != "valueQuantity"]
    return base(one, all_) + quantity(one) + [f"{key} is not a quantity" for key in others]


def compound(one, all_):
    told = base(one, all_) + [f"{key} stands at the top" for key in one if key.startswith("value")]
    if not one.get("component"):
        told.append("it has no components")
    for part in one.get("component", []):
        told += [f"component {mdc(part['code'])}: {fault}" for fault in quantity(part)]
        if len(mdc(part["code"])) != 1:
            told.append("a component's code has none of MDC")
    return told


def clock(one, all_):
    rules = {
        "it is final": one.get("status") == "final",
        "its code is a clock": mdc(one.get("code")) == ["67975"],
        "its subject is the meter": claims(all_, one.get("subject", {}).get("reference"), "PhdDevice"),
        "its device is the gateway": claims(all_, one.get("device", {}).get("reference"), "PhgDevice"),
        "it has the meter's time": "valueDateTime" in one,
        "it is derived from nothing": not any(key in one for key in ("derivedFrom", "hasMember", "specimen", "focus")),
    }
    return [rule for rule, holds in rules.items() if not holds]


def device(one, kind):
    names = [name for name in one.get("identifier", []) if SYSTEM_ID in codings(name.get("type"))]
    value = names[0].get("value", "") if len(names) == 1 else ""
    rules = {
        "one identifier is the system id": len(value.split("-")) == 8,
        f"its type is {kind}": mdc(one.get("type")) == [kind],
        "each version has a type of MDC": all(mdc(version.get("type")) for version in one.get("version", [])),
    }
    return [rule for rule, holds in rules.items() if not holds]


def meter(one, _):
    parts = one.get("specialization", [])
    rules = {
        "it has maker and model": bool(one.get("manufacturer") and one.get("modelNumber")),
        "it has a specialisation of MDC with a version": bool(parts)
        and all(mdc(part.get("systemType")) and part.get("version") for part in parts),
    }
    return device(one, "65573") + [rule for rule, holds in rules.items() if not holds]


def gateway(one, _):
    rules = {"it has a version": bool(one.get("version")), "it has a property": bool(one.get("property"))}
    return device(one, "531981") + [rule for rule, holds in rules.items() if not holds]


RULES = {
    "PhdNumericObservation": numeric, "PhdCompoundNumericObservation": compound, "PhdCoincidentTimeStampObservation": clock,
    "PhdDevice": meter, "PhgDevice": gateway,
}
