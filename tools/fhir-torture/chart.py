"""What a FHIR server has of people, against what was typed: one resource a reading and metric, one version a revision."""

import json
from collections import defaultdict

from counting import key


def values(observation):
    """The values of an observation and of its members, by metric."""
    found = set()
    for part in [observation, *observation.get("component", [])]:
        quantity, name = part.get("valueQuantity"), part.get("code", {}).get("text")
        if quantity and name:
            found.add(key(name.replace(" ", "_"), quantity["value"]))
    return found


def subject(observation):
    about = observation.get("subject", {})
    if "reference" in about:
        return about["reference"]
    identifier = about.get("identifier", {})
    return f"Patient/{identifier.get('value')}"


class Chart:
    """Every version of every observation of a person, as a server has them."""

    def __init__(self, server):
        self.versions, self.others, self.came = defaultdict(list), defaultdict(int), {}
        for kind, name, content, at in server.versions():
            if kind == "Observation" and (content is None or subject(content).startswith("Patient/")):
                self.versions[name].append(content)
                for value in values(content or {}):
                    self.came.setdefault(value, at)
            else:
                self.others[kind] += 1
        self.ids = defaultdict(set)
        for name, contents in self.versions.items():
            for content in contents:
                for value in values(content or {}):
                    self.ids[value].add(name)

    def newest(self, name):
        return self.versions[name][-1]

    def has(self, record, patient):
        """Whether the patient's chart has one of the record's values now."""
        return any(
            (now := self.newest(name)) and subject(now) == patient and now.get("status") != "entered-in-error" and value in values(now)
            for value in record.values for name in self.ids[value]
        )

    def missing(self, records, patients):
        return [one for one in records if not self.has(one, patients[one.user])]

    def doubled(self):
        """Values in more than one resource, and versions whose content their resource had before."""
        found = [f"{value} is in {sorted(names)}" for value, names in self.ids.items() if len(names) > 1]
        for name, contents in self.versions.items():
            told = [json.dumps(one, sort_keys=True) for one in contents]
            if len(set(told)) < len(told):
                found.append(f"Observation/{name} has {len(told)} versions of {len(set(told))} contents: {[sorted(values(one or {})) for one in contents]}")
        return sorted(found)

    def misbooked(self, owners, patients):
        """Values in the chart of another patient than the one who had the seat."""
        found = []
        for value, names in self.ids.items():
            for name in names:
                for content in self.versions[name]:
                    if content and value in values(content) and subject(content) != patients.get(owners.get(value)):
                        found.append(f"{value} of {owners.get(value)} is in the chart of {subject(content)}")
        return sorted(set(found))
