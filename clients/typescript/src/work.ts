import { createHash } from "crypto";
import { Client } from "./client";
import {
  AnswerPasskey, ConfirmReading, DecidedReading, DeviceReader, DisplayWish, Events, HeldPageEntry, OCRJob, OcrWorker,
  PairPeripheral, PasskeyRequested, PeripheralDidRead, PeripheralPaired, ReadPeripheral, RecognizePicture, SessionManager,
  SessionView, StartSession, States,
} from "./contract";
import { newID } from "./envelope";
import { Fault } from "./fault";
import { SITE } from "./operation";
import { pause, sendPicture } from "./pictures";
import { seal } from "./sealing";

/** A hub and the sessions of its site, as people use them. */
export class Hub {
  readonly hub: string;

  constructor(readonly client: Client, hub?: string) {
    this.hub = hub ?? client.account.facts.hub;
  }

  /**
   * Starts a seat's session; the token crosses the bus sealed for the site alone. The server is asked about the credentials
   * first: a Fault `unauthorized` where it refuses them.
   */
  async startSession(seat: string, person: { user: string; organization: string; token: string; api?: string }): Promise<SessionView> {
    const state = await this.client.state(States.sealingState, { hub: SITE });
    const body: StartSession = {
      seat, userID: person.user, organizationID: person.organization, apiVersion: person.api ?? "inform",
      hpkeToken: seal(person.token, state, this.client.account.facts.site, seat, person.user),
    };
    const id = newID();
    const ask = (): Promise<SessionView> => this.client.call(SessionManager.startSession, body, { timeout: 15000, id });
    try {
      return await ask();
    } catch (fault) {
      // The same id again is the same session.
      if (fault instanceof Fault && fault.code === "deadlineExceeded") return ask();
      throw fault;
    }
  }

  /** Ends a seat's session; what is not delivered goes on when its user's next one starts. */
  async endSession(seat: string): Promise<void> {
    await this.client.call(SessionManager.endSession, { seat });
  }

  /** Pairs a device that is in sight and gives it to a seat; `answer` is asked what a person has to see or type. */
  async pair(
    body: PairPeripheral, answer?: (asked: PasskeyRequested) => AnswerPasskey | undefined,
  ): Promise<PeripheralPaired> {
    const questions = await this.client.subscribe(Events.passkeyRequested, { hub: this.hub });
    let isOver = false;
    const listen = async (): Promise<void> => {
      while (!isOver) {
        const asked = await questions.next(200).catch(() => undefined);
        const reply = asked && asked.device === body.device ? answer?.(asked) : undefined;
        // Too late, or answered by somebody else: the pairing says how it ends.
        if (reply) await this.client.call(DeviceReader.answerPasskey, reply, { hub: this.hub }).catch(() => undefined);
      }
    };
    const listening = listen();
    try {
      return await this.client.call(DeviceReader.pairPeripheral, body, { hub: this.hub, timeout: 180000 });
    } finally {
      isOver = true;
      await listening;
      questions.close();
    }
  }

  /** Reads a device now; with `autoSubmit: false` its readings wait for `confirm`. */
  read(body: ReadPeripheral): Promise<PeripheralDidRead> {
    return this.client.call(DeviceReader.readPeripheral, body, { hub: this.hub, timeout: ((body.seconds ?? 60) + 60) * 1000 });
  }

  /** The readings that wait for somebody's word, all or those that were made for a seat. */
  async held(seat?: string): Promise<HeldPageEntry[]> {
    let found: HeldPageEntry[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const answer = await this.client.call(SessionManager.heldReadings, { page, seat });
      found = found.concat(answer.readings);
      pages = answer.pages;
    }
    return found;
  }

  /** Says whose a held reading is, with what is corrected. */
  confirm(body: ConfirmReading): Promise<DecidedReading> {
    return this.client.call(SessionManager.confirmReading, body);
  }

  /** Says that nobody wants a held reading: it does not come back. */
  discard(readingKey: string): Promise<DecidedReading> {
    return this.client.call(SessionManager.discardReading, { readingKey });
  }

  /** Has a photo of a display read (JPEG, PNG, HEIC, AVIF); the reading is held until somebody confirms it. */
  async photo(picture: Buffer, options: { seat?: string; wish?: DisplayWish; timeout?: number } = {}): Promise<OCRJob> {
    const sha256 = createHash("sha256").update(picture).digest("hex");
    const at = { hub: this.hub };
    const received = await sendPicture(
      picture,
      () => this.client.call(OcrWorker.putPicture, { sha256, size: picture.length }, at),
      (index, data) => this.client.call(OcrWorker.picturePart, { sha256, index, data }, at),
    );
    const body: RecognizePicture = { sha256: received.sha256, seat: options.seat, wish: options.wish };
    // The request's id is the job's: the same picture for the same seat is one job.
    const id = "photo-" + createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 32);
    const timeout = options.timeout ?? 120000;
    for (const end = Date.now() + timeout; Date.now() < end; await pause(300)) {
      const job = await this.client.call(OcrWorker.recognize, body, { ...at, id });
      if (job.state !== "waiting") return this.withHeld(job, options.seat);
    }
    throw Fault.late("the photo was not read", timeout);
  }

  /** The session manager has the reading a moment after the worker has read it. */
  private async withHeld(job: OCRJob, seat?: string): Promise<OCRJob> {
    for (const end = Date.now() + 5000; job.held && Date.now() < end; await pause(100)) {
      if ((await this.held(seat)).some((one) => one.reading.readingKey === job.readingKey)) break;
    }
    return job;
  }
}
