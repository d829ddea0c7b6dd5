"""The rules of US Core's vital signs as StructureDefinitions for a validator, written from the published pages.

US Core's own package is in no registry that a build can reach; if `FHIR_US_CORE` names a folder with it, this is not
used.
"""

US_CORE = "http://hl7.org/fhir/us/core/StructureDefinition/"
LOINC = "http://loinc.org"
CATEGORY = "http://terminology.hl7.org/CodeSystem/observation-category"
# Profile: the LOINC codes that are all required, and the units of its value.
VITALS = {
    "us-core-heart-rate": (["8867-4"], ["/min"]),
    "us-core-respiratory-rate": (["9279-1"], ["/min"]),
    "us-core-body-temperature": (["8310-5"], ["Cel", "[degF]"]),
    "us-core-body-weight": (["29463-7"], ["g", "kg", "[lb_av]"]),
    "us-core-body-height": (["8302-2"], ["cm", "[in_i]"]),
    "us-core-bmi": (["39156-5"], ["kg/m2"]),
    "us-core-pulse-oximetry": (["59408-5", "2708-6"], ["%"]),
    "us-core-blood-pressure": (["85354-9"], []),
}
PRESSURES = {"systolic": "8480-6", "diastolic": "8462-4"}


def element(path, least=0, most="1", name=None, **rules):
    made = {"id": f"{path}:{name}" if name else path, "path": path, "min": least, "max": most, **rules}
    if name:
        made["sliceName"] = name
    return made


def sliced(path, *by):
    rules = {"discriminator": [{"type": "pattern", "path": one} for one in by], "rules": "open"}
    return element(path, 1, "*", slicing=rules)


def concept(system, code):
    return {"coding": [{"system": system, "code": code}]}


def units(allowed):
    """An invariant on the value's unit, if there are any."""
    words = " or ".join(f"code = '{unit}'" for unit in allowed)
    return [{"key": "unit", "severity": "error", "human": f"one of {allowed}", "expression": words}]


def definition(name):
    codes, allowed = VITALS[name]
    elements = [
        element("Observation", 0, "*"),
        element("Observation.status", 1),
        sliced("Observation.category", "$this"),
        element("Observation.category", 1, "1", "VSCat", patternCodeableConcept=concept(CATEGORY, "vital-signs")),
        element("Observation.code", 1),
        sliced("Observation.code.coding", "$this"),
        *[element("Observation.code.coding", 1, "1", f"c{code}", patternCoding={"system": LOINC, "code": code}) for code in codes],
        element("Observation.subject", 1),
        element("Observation.effective[x]", 1),
    ]
    if allowed:
        value = element("Observation.valueQuantity", 0, "1", constraint=units(allowed))
        elements += [value, element("Observation.valueQuantity.system", 1, "1", fixedUri="http://unitsofmeasure.org")]
    else:
        elements.append(sliced("Observation.component", "code"))
        for part, code in PRESSURES.items():
            elements += [
                element("Observation.component", 1, "1", part),
                {**element("Observation.component.code", 1, patternCodeableConcept=concept(LOINC, code)), "id": f"Observation.component:{part}.code"},
            ]
    return {
        "resourceType": "StructureDefinition", "id": name, "url": US_CORE + name, "name": name.replace("-", ""), "status": "active",
        "fhirVersion": "4.0.1", "kind": "resource", "abstract": False, "type": "Observation",
        "baseDefinition": "http://hl7.org/fhir/StructureDefinition/Observation", "derivation": "constraint",
        "snapshot": {"element": elements},
    }


def definitions():
    return [definition(name) for name in VITALS]
