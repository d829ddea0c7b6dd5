import { randomBytes } from "crypto";
import { Account } from "./account";
import { Fault } from "./fault";

/** Bytes of a message. */
export const LIMIT = 65536;

/** The frame of a message: CloudEvents 1.0 with the contract's extensions. */
export interface Envelope {
  specversion: "1.0";
  id: string;
  source: string;
  type: string;
  time: string;
  data: unknown;
  correlationid?: string;
  replyto?: string;
  deadline?: string;
  datacontenttype?: string;
  epoch?: number;
  seq?: number;
}

/** A UUIDv7: it begins with the time, so that newer ids are greater. */
export function newID(): string {
  const bytes = randomBytes(16);
  let time = Date.now();
  for (let place = 5; place >= 0; place--) {
    bytes[place] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = 0x70 | (bytes[6] & 0x0f);
  bytes[8] = 0x80 | (bytes[8] & 0x3f);
  return bytes.toString("hex").replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

/** Makes the envelopes of one client; `epoch` and `seq` say in which order. */
export class Writer {
  private readonly epoch = Date.now();
  private number = 0;

  constructor(private readonly account: Account) {}

  request(type: string, data: unknown, milliseconds: number, id?: string): Envelope {
    const now = Date.now();
    return {
      specversion: "1.0", id: id ?? newID(), source: this.account.source, type, time: new Date(now).toISOString(),
      datacontenttype: "application/json", epoch: this.epoch, seq: ++this.number, correlationid: newID(),
      replyto: this.account.replyTopic, deadline: new Date(now + milliseconds).toISOString(), data,
    };
  }
}

/** The message's bytes; throws a Fault `payloadTooLarge` over 64 KiB. */
export function encoded(envelope: Envelope): Buffer {
  const payload = Buffer.from(JSON.stringify(envelope), "utf8");
  if (payload.length > LIMIT) throw new Fault("payloadTooLarge", `a message has ${LIMIT} bytes at most, not ${payload.length}`);
  return payload;
}

/** The envelope; undefined for what is none of CloudEvents 1.0. */
export function decoded(payload: Buffer): Envelope | undefined {
  if (payload.length > LIMIT) return undefined;
  try {
    const value = JSON.parse(payload.toString("utf8"));
    return value !== null && value.specversion === "1.0" && "data" in value ? value : undefined;
  } catch {
    return undefined;
  }
}
