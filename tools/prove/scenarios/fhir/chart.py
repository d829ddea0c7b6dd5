"""A FHIR server's records, compared with the typed ones: a resource per reading and metric, a version per revision."""

import json
from collections import Counter, defaultdict
from dataclasses import replace

from prove.ledger import FarEnd, key


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


class Chart(FarEnd):
    """Every version of every observation of a person, as a server has them; `patients` are what the server calls people."""

    knows_log_ids = False

    def __init__(self, server, owners, *, patients):
        super().__init__({value: patients[user] for value, user in owners.items()})
        self.patients, self.versions, self.others, self.came = patients, defaultdict(list), Counter[str](), {}
        for kind, name, content, at in server.versions():
            if kind == "Observation" and (content is None or subject(content).startswith("Patient/")):
                self.note(name, content, at=at)
            else:
                self.others[kind] += 1

    def note(self, name, content, *, at):
        """Notes a version; a resource may be deleted, or withdrawn as entered in error."""
        self.versions[name].append(content)
        if content is not None:
            found = values(content)
            self.take(name, user=subject(content), log_id=name, values=found, is_new=False)
            for value in found:
                self.came.setdefault(value, at)
        if content is None or content.get("status") == "entered-in-error":
            self.live.pop(name, None)

    def has(self, record):
        """Whether the patient's chart has one of the record's values now."""
        return super().has(replace(record, user=self.patients[record.user]))

    def missing(self, records):
        return [one for one in records if not self.has(one)]

    def doubled(self):
        """Also versions whose content their resource had before."""
        found = super().doubled()
        for name, contents in self.versions.items():
            told = [json.dumps(one, sort_keys=True) for one in contents]
            if len(set(told)) < len(told):
                found.append(f"Observation/{name} has {len(told)} versions of {len(set(told))} contents: {[sorted(values(one or {})) for one in contents]}")
        return found
