import { Envelope, decoded } from "./envelope";
import { Fault } from "./fault";

/** How many ids a subscription remembers to drop repeats. */
const REPEATS = 1024;

/**
 * What is told from now on, in order and each once; a state's present value comes first.
 *
 * It holds `capacity` messages: what comes while it is full drops the oldest, and counts in `missed`. Events that were
 * missed are had from `notificationsSince`.
 */
export class Subscription<Payload> implements AsyncIterable<Payload> {
  missed = 0;
  private readonly held: Envelope[] = [];
  private readonly readers: ((envelope: Envelope) => void)[] = [];
  private readonly seen = new Set<string>();
  private readonly pattern: RegExp;

  constructor(
    readonly filter: string, private readonly type: string, private readonly isEvent: boolean,
    private readonly capacity: number, readonly close: () => void,
  ) {
    const levels = filter.split("/").map((level) => (level === "+" ? "[^/]+" : level.replace(/[.]/g, "\\.")));
    this.pattern = new RegExp(`^${levels.join("/")}$`);
  }

  /** Takes a message of the connection. */
  offer(topic: string, payload: Buffer, isRetained: boolean): void {
    // The broker keeps no events: one that it keeps was put there by somebody else.
    if (!this.pattern.test(topic) || (isRetained && this.isEvent)) return;
    const envelope = decoded(payload);
    if (!envelope || envelope.type !== this.type || this.seen.has(envelope.id)) return;
    this.seen.add(envelope.id);
    if (this.seen.size > REPEATS) this.seen.delete(this.seen.values().next().value as string);
    const reader = this.readers.shift();
    if (reader) return reader(envelope);
    this.held.push(envelope);
    if (this.held.length > this.capacity) {
      this.held.shift();
      this.missed += 1;
    }
  }

  /** The next one; throws a Fault `deadlineExceeded` after so many milliseconds. */
  next(timeout?: number): Promise<Payload> {
    const first = this.held.shift();
    if (first) return Promise.resolve(first.data as Payload);
    return new Promise((done, fail) => {
      let timer: unknown;
      const reader = (envelope: Envelope): void => {
        clearTimeout(timer);
        done(envelope.data as Payload);
      };
      this.readers.push(reader);
      if (timeout === undefined) return;
      timer = setTimeout(() => {
        this.readers.splice(this.readers.indexOf(reader), 1);
        fail(Fault.late(`nothing on ${this.filter}`, timeout));
      }, timeout);
    });
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Payload> {
    while (true) yield await this.next();
  }
}
