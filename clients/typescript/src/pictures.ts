import { Fault } from "./fault";

/** An answer that says how far a picture has got. */
interface Progress {
  state: string;
  partSize: number;
  missing: number[];
}

/** More rounds than a picture has parts: a receiver that forgets them for ever is given up. */
const ROUNDS = 1000;

/** Waits. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, milliseconds));
}

/** Announces a picture, sends what is missing, and returns the last answer; a repeat changes nothing. */
export async function sendPicture<Answer extends Progress>(
  data: Buffer, announce: () => Promise<Answer>, part: (number: number, text: string) => Promise<Answer>, patience = 30000,
): Promise<Answer> {
  const end = Date.now() + patience;
  let answer = await patiently(announce, end);
  for (let round = 0; round < ROUNDS; round++) {
    if (answer.state !== "wanted") return answer;
    if (answer.missing.length === 0) {
      // Somebody else's last part is being checked.
      await pause(200);
      answer = await patiently(announce, end);
      continue;
    }
    const number = answer.missing[0];
    const size = Math.max(1, answer.partSize);
    const text = data.subarray(number * size, (number + 1) * size).toString("base64");
    try {
      answer = await patiently(() => part(number, text), end);
    } catch (fault) {
      // Who started anew knows of no parts.
      if (!(fault instanceof Fault) || fault.code !== "notFound") throw fault;
      answer = await patiently(announce, end);
    }
  }
  throw new Fault("busy", "the picture was not accepted: try again", true);
}

async function patiently<Answer>(ask: () => Promise<Answer>, end: number): Promise<Answer> {
  while (true) {
    try {
      return await ask();
    } catch (fault) {
      const isWorth = fault instanceof Fault && fault.retriable && fault.code !== "noResponder" && Date.now() < end;
      if (!isWorth) throw fault;
      await pause(250);
    }
  }
}
