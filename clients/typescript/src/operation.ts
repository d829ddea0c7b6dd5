/** The hub of what serves a whole site. */
export const SITE = "site";
const SITE_ACTORS = ["session-manager", "uploader"];

/** An operation of an actor, with the types of what it takes and gives. */
export interface Operation<Request, Reply> {
  readonly actor: string;
  readonly name: string;
  /** Never there: it carries the types. */
  readonly types?: { request: Request; reply: Reply };
}

/** An event or a state: its topic below a hub, and the `type` of its messages. */
export interface Told<Payload> {
  readonly template: string;
  readonly type: string;
  /** Never there: it carries the type. */
  readonly payload?: Payload;
}

/** Names an operation. */
export function operation(actor: string, name: string): Operation<unknown, unknown> {
  return { actor, name };
}

/** Names what is told. */
export function told(template: string, type: string): Told<unknown> {
  return { template, type };
}

/** Whether an operation's actor serves the whole site. */
export function isSites(one: Operation<unknown, unknown>): boolean {
  return SITE_ACTORS.includes(one.actor);
}
