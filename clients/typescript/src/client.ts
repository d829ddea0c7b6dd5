import { MqttClient, Packet, connect } from "mqtt";
import { Account } from "./account";
import { Envelope, Writer, decoded, encoded } from "./envelope";
import { Fault } from "./fault";
import { Operation, SITE, Told, isSites } from "./operation";
import { Subscription } from "./subscription";
import { randomBytes } from "crypto";
import { setDefaultAutoSelectFamily } from "net";

const NO_SUBSCRIBERS = 0x10;
const NOT_AUTHORIZED = 0x87;

/** How a call is made. */
export interface CallOptions {
  /** The actor's hub, by default the account's own; what serves the whole site needs none. */
  hub?: string;
  /** How long an answer is of use, in milliseconds; 10,000 by default. */
  timeout?: number;
  /** The request's id: the same again is the same request. */
  id?: string;
}

/** A request that waits for its reply. */
interface Waiting {
  topic: string;
  envelope: Envelope;
  payload: Buffer;
  end: number;
  answer(reply: Envelope): void;
  fail(fault: Fault): void;
}

/** A process of its own on the bus, under an account. */
export class Client {
  private readonly writer: Writer;
  private readonly waiting = new Map<string, Waiting>();
  private readonly subscriptions = new Set<Subscription<unknown>>();
  private isFirst = true;

  private constructor(readonly account: Account, private readonly mqtt: MqttClient) {
    this.writer = new Writer(account);
    mqtt.on("connect", () => this.connected());
    mqtt.on("message", (topic, payload, packet) => this.take(topic, payload, packet));
  }

  /** Connects and listens to its replies; throws a Fault. */
  static async connect(account: Account, timeout = 10000): Promise<Client> {
    const { host, port, name, password, authority } = account.facts;
    // Node 18 tries a name's first address only. For `localhost` that is often ::1, where a hub does not listen.
    setDefaultAutoSelectFamily?.(true);
    const mqtt = connect({
      host, port, username: name, password, protocolVersion: 5, clean: true, keepalive: 30, reconnectPeriod: 1000,
      // Two programs of one account are two clients.
      clientId: `${account.principal}.${randomBytes(8).toString("hex")}`,
      ...(authority ? { protocol: "mqtts", ca: authority, servername: host } : { protocol: "mqtt" }),
    });
    const client = new Client(account, mqtt);
    try {
      await client.opened(timeout);
      await client.hear(account.replyTopic, timeout);
    } catch (error) {
      await client.close();
      throw error;
    }
    return client;
  }

  /** Disconnects. */
  close(): Promise<void> {
    return new Promise((done) => this.mqtt.end(true, {}, done));
  }

  /** Asks an actor and returns its result; throws a Fault. */
  call<Request, Reply>(asked: Operation<Request, Reply>, data: Request, options: CallOptions = {}): Promise<Reply> {
    const { hub, timeout = 10000, id } = options;
    const target = isSites(asked) ? SITE : hub ?? this.account.facts.hub;
    const topic = this.account.topic(`request/${asked.actor}/${asked.name}/${this.account.principal}`, target);
    return new Promise<Reply>((done, fail) => {
      const envelope = this.writer.request(`vitalbus.${asked.actor}.${asked.name}.request.v1`, data, timeout, id);
      const payload = encoded(envelope);
      if (!this.mqtt.connected) throw Client.away();
      const key = String(envelope.correlationid);
      const timer = setTimeout(() => call.fail(Fault.late(`no reply on ${topic}`, timeout)), timeout);
      const over = (): void => {
        clearTimeout(timer);
        this.waiting.delete(key);
      };
      const call: Waiting = {
        topic, envelope, payload, end: Date.now() + timeout,
        answer: (reply) => {
          over();
          try {
            done(Client.result(asked, reply) as Reply);
          } catch (fault) {
            fail(fault);
          }
        },
        fail: (fault) => {
          over();
          fail(fault);
        },
      };
      this.waiting.set(key, call);
      this.send(call);
    });
  }

  /** Hears an event or a state, of all hubs by default; `levels` fill the words in braces of its topic. */
  async subscribe<Payload>(
    told: Told<Payload>, options: { hub?: string; capacity?: number; levels?: { [level: string]: string } } = {},
  ): Promise<Subscription<Payload>> {
    const leaf = told.template.replace(/{(\w+)}/g, (_, level) => options.levels?.[level] ?? "+");
    const filter = this.account.topic(leaf, options.hub ?? "+");
    const made: Subscription<Payload> = new Subscription<Payload>(filter, told.type, leaf.startsWith("event/"), options.capacity ?? 256, () => this.end(made));
    this.subscriptions.add(made as Subscription<unknown>);
    try {
      await this.hear(filter, 10000);
    } catch (error) {
      made.close();
      throw error;
    }
    return made;
  }

  /** The present value of a state; throws a Fault `deadlineExceeded` where there is none. */
  async state<Payload>(
    told: Told<Payload>, options: { hub: string; timeout?: number; levels?: { [level: string]: string } },
  ): Promise<Payload> {
    const heard = await this.subscribe(told, options);
    try {
      return await heard.next(options.timeout ?? 10000);
    } finally {
      heard.close();
    }
  }

  private end(subscription: Subscription<any>): void {
    this.subscriptions.delete(subscription);
    const isNeeded = [...this.subscriptions].some((one) => one.filter === subscription.filter);
    if (!isNeeded && this.mqtt.connected) this.mqtt.unsubscribe(subscription.filter);
  }

  private opened(timeout: number): Promise<void> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(Fault.late("the broker did not answer", timeout)), timeout);
      const end = (what: () => void): void => {
        clearTimeout(timer);
        what();
      };
      this.mqtt.on("connect", () => end(done));
      this.mqtt.on("error", (error) => end(() => fail(this.refusal(error))));
    });
  }

  private refusal(error: Error & { code?: number | string }): Fault {
    const isRefused = error.code === NOT_AUTHORIZED || error.code === 0x86;
    const words = `the broker at ${this.account.facts.host} port ${this.account.facts.port}: ${error.message}`;
    return new Fault(isRefused ? "notAuthorized" : "notConnected", words, !isRefused);
  }

  private hear(filter: string, timeout: number): Promise<void> {
    return new Promise((done, fail) => {
      const timer = setTimeout(() => fail(Fault.late(`the broker has not confirmed ${filter}`, timeout)), timeout);
      this.mqtt.subscribe(filter, { qos: 1 }, (error, granted) => {
        clearTimeout(timer);
        const isGranted = !error && granted !== undefined && granted.every((one) => one.qos < 0x80);
        if (isGranted) done();
        else fail(new Fault("notAuthorized", `the broker does not let ${this.account.facts.name} hear ${filter}`));
      });
    });
  }

  /** QoS 1; the broker drops it when its deadline is over. */
  private send(call: Waiting): void {
    const { envelope, topic, payload } = call;
    const properties = {
      contentType: "application/cloudevents+json", responseTopic: envelope.replyto,
      correlationData: Buffer.from(String(envelope.correlationid), "utf8"),
      userProperties: { id: envelope.id, type: envelope.type },
      messageExpiryInterval: Math.max(1, Math.ceil((call.end - Date.now()) / 1000)),
    };
    this.mqtt.publish(topic, payload, { qos: 1, properties }, (error, packet) => {
      const code = error ? Number(error.code ?? 0x80) : packet?.reasonCode ?? 0;
      if (code === NO_SUBSCRIBERS) call.fail(new Fault("noResponder", `nobody serves ${topic}: is the actor running?`, true));
      else if (code >= 0x80) call.fail(new Fault("notAuthorized", `the broker refuses ${topic} with the code ${code}`));
    });
  }

  /** After a lost connection: what is not answered is asked again, which does nothing twice. */
  private connected(): void {
    if (!this.isFirst) for (const call of [...this.waiting.values()]) this.send(call);
    this.isFirst = false;
  }

  private take(topic: string, payload: Buffer, packet: Packet): void {
    if (topic === this.account.replyTopic) {
      const reply = decoded(payload);
      if (reply) this.waiting.get(String(reply.correlationid))?.answer(reply);
      return;
    }
    for (const one of this.subscriptions) one.offer(topic, payload, packet.retain === true);
  }

  private static away(): Fault {
    return new Fault("notConnected", "the connection to the broker is away: it comes back by itself", true);
  }

  private static result(asked: Operation<unknown, unknown>, reply: Envelope): unknown {
    const known = [`vitalbus.${asked.actor}.${asked.name}.reply.v1`, `vitalbus.${asked.actor}.error.reply.v1`];
    const data = reply.data as { ok?: unknown; error?: unknown } | null;
    if (data === null || typeof data !== "object" || !known.includes(reply.type)) {
      throw new Fault("malformed", `the reply of ${asked.actor} is none of ${asked.name}`);
    }
    if (data.error != null || data.ok === undefined) throw Fault.read(data.error);
    return data.ok;
  }
}
