// What is used of Node and of the library mqtt, which do not bring their types along everywhere.

interface Buffer extends Uint8Array {
  subarray(start: number, end?: number): Buffer;
  toString(encoding?: string): string;
}
declare const Buffer: {
  from(value: string | ArrayLike<number>, encoding?: string): Buffer;
  concat(parts: Uint8Array[]): Buffer;
  alloc(size: number): Buffer;
};
declare const console: { log(...words: unknown[]): void; error(...words: unknown[]): void };
declare const process: { argv: string[]; exit(code: number): never };
declare function setTimeout(what: () => void, milliseconds: number): unknown;
declare function clearTimeout(timer: unknown): void;

declare module "crypto" {
  interface KeyObject {
    export(options: { type: "spki"; format: "der" }): Buffer;
  }
  interface Hash {
    update(data: Uint8Array | string): Hash;
    digest(): Buffer;
    digest(encoding: "hex"): string;
  }
  interface Sealer {
    setAAD(data: Uint8Array, options: { plaintextLength: number }): void;
    update(data: Uint8Array): Buffer;
    final(): Buffer;
    getAuthTag(): Buffer;
  }
  function randomBytes(count: number): Buffer;
  function createHash(name: string): Hash;
  function createHmac(name: string, key: Uint8Array): Hash;
  function createPublicKey(key: { key: Uint8Array; format: "der"; type: "spki" }): KeyObject;
  function generateKeyPairSync(type: "x25519"): { publicKey: KeyObject; privateKey: KeyObject };
  function diffieHellman(keys: { privateKey: KeyObject; publicKey: KeyObject }): Buffer;
  function createCipheriv(name: string, key: Uint8Array, nonce: Uint8Array, options: { authTagLength: number }): Sealer;
}

declare module "net" {
  /** Whether connections try all addresses of a name; absent in the oldest Node 18. */
  export const setDefaultAutoSelectFamily: ((isOn: boolean) => void) | undefined;
}

declare module "fs" {
  function readFileSync(path: string | number): Buffer;
  function readFileSync(path: string | number, encoding: "utf8"): string;
}

declare module "path" {
  function join(...parts: string[]): string;
}

declare module "mqtt" {
  interface Packet {
    retain?: boolean;
    reasonCode?: number;
  }
  interface MqttClient {
    connected: boolean;
    on(event: "connect", heard: () => void): void;
    on(event: "error", heard: (error: Error & { code?: number | string }) => void): void;
    on(event: "message", heard: (topic: string, payload: Buffer, packet: Packet) => void): void;
    publish(topic: string, payload: Buffer, options: object, done: (error?: (Error & { code?: number | string }) | null, packet?: Packet) => void): void;
    subscribe(topic: string, options: { qos: 1 }, done: (error: Error | null, granted?: { qos: number }[]) => void): void;
    unsubscribe(topic: string): void;
    end(force: boolean, options: object, done: () => void): void;
  }
  function connect(options: object): MqttClient;
}
