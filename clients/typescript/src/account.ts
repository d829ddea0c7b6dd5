import { readFileSync } from "fs";
import { join } from "path";

/** An account that `vitalbus user add` or `vitalbus integration add` has made. */
export interface AccountFacts {
  site: string;
  /** The hub that stands in its name; `site` for a program's. */
  hub: string;
  /** `vitalbus` for a person's account, `integration` for a program's. */
  actor: string;
  name: string;
  password: string;
  host: string;
  port: number;
  /** The certificate that the broker is trusted by (PEM); absent for a port without TLS on this machine. */
  authority?: string;
}

/** Who a client is at the broker, and where that is. */
export class Account {
  constructor(readonly facts: AccountFacts) {}

  /** The folder that `vitalbus user add NAME` has written; throws for one that is none. */
  static fromFolder(folder: string): Account {
    const known = new Map<string, string>();
    for (const line of readFileSync(join(folder, "vitalbus.yaml"), "utf8").split("\n")) {
      const found = /^\s*([^#:][^:]*): (.*)$/.exec(line);
      if (found) known.set(found[1], found[2].trim());
    }
    const setting = (key: string): string => {
      const value = known.get(key);
      if (value === undefined) throw new Error(`${folder}/vitalbus.yaml has no ${key}: let 'vitalbus user add' write it`);
      return value;
    };
    return new Account({
      site: setting("site"), hub: setting("hub"), actor: "vitalbus", name: setting("bus.username"),
      password: readFileSync(join(folder, setting("bus.password-file")), "utf8").trim(),
      host: setting("bus.host"), port: Number(setting("bus.port")),
      authority: readFileSync(join(folder, setting("bus.tls.authority")), "utf8"),
    });
  }

  /** An account of `vitalbus integration add`. */
  static program(facts: Omit<AccountFacts, "hub" | "actor">): Account {
    return new Account({ ...facts, hub: "site", actor: "integration" });
  }

  /** The last level of its request topics. */
  get principal(): string {
    return `${this.facts.hub}.${this.facts.actor}.${this.facts.name}`;
  }

  get source(): string {
    return `/${this.facts.site}/${this.facts.hub}/${this.facts.actor}/${this.facts.name}`;
  }

  get replyTopic(): string {
    return this.topic(`reply/${this.facts.actor}-${this.facts.name}`, this.facts.hub);
  }

  topic(leaf: string, hub: string): string {
    return `vitalbus/v1/${this.facts.site}/${hub}/${leaf}`;
  }
}
