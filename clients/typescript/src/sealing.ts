// Seals an access token for a site: HPKE (RFC 9180) in base mode, DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, ChaCha20Poly1305.
// topics/session-manager.md has a test vector.

import { createCipheriv, createHmac, createPublicKey, diffieHellman, generateKeyPairSync } from "crypto";
import { HPKEToken, SealingState } from "./contract";

const KEM = Buffer.from("KEM\x00\x20", "latin1");
const SUITE = Buffer.from("HPKE\x00\x20\x00\x01\x00\x03", "latin1");
const VERSION = Buffer.from("HPKE-v1", "latin1");
const INFO = Buffer.from("vitalbus session-token v1", "latin1");
const NOTHING = Buffer.alloc(0);
// What stands before the 32 bytes of a public key in its file (RFC 8410).
const SPKI = Buffer.from("302a300506032b656e032100", "hex");

function hmac(key: Buffer, ...parts: Buffer[]): Buffer {
  return createHmac("sha256", key).update(Buffer.concat(parts)).digest();
}

function extract(suite: Buffer, salt: Buffer, label: string, secret: Buffer): Buffer {
  return hmac(salt, VERSION, suite, Buffer.from(label, "latin1"), secret);
}

// One block is enough: at most 32 bytes.
function expand(suite: Buffer, key: Buffer, label: string, info: Buffer, length: number): Buffer {
  const text = [Buffer.from([0, length]), VERSION, suite, Buffer.from(label, "latin1"), info, Buffer.from([1])];
  return hmac(key, ...text).subarray(0, length);
}

/** The `hpkeToken` of a request `startSession`; seat and user are those of the request. */
export function seal(token: string, state: SealingState, site: string, seat: string, user: string): HPKEToken {
  const theirs = Buffer.from(state.publicKey, "base64");
  const pair = generateKeyPairSync("x25519");
  const enc = pair.publicKey.export({ type: "spki", format: "der" }).subarray(SPKI.length);
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, theirs]), format: "der", type: "spki" });
  const agreed = diffieHellman({ privateKey: pair.privateKey, publicKey });
  const shared = expand(KEM, extract(KEM, NOTHING, "eae_prk", agreed), "shared_secret", Buffer.concat([enc, theirs]), 32);
  const context = Buffer.concat([
    Buffer.from([0]), extract(SUITE, NOTHING, "psk_id_hash", NOTHING), extract(SUITE, NOTHING, "info_hash", INFO),
  ]);
  const secret = extract(SUITE, shared, "secret", NOTHING);
  const text = Buffer.from(token, "utf8");
  const sealer = createCipheriv(
    "chacha20-poly1305", expand(SUITE, secret, "key", context, 32), expand(SUITE, secret, "base_nonce", context, 12),
    { authTagLength: 16 },
  );
  sealer.setAAD(Buffer.from(`${site}/${seat}/${user}`, "utf8"), { plaintextLength: text.length });
  const sealed = Buffer.concat([sealer.update(text), sealer.final(), sealer.getAuthTag()]);
  return { kid: state.kid, enc: enc.toString("base64"), ciphertext: sealed.toString("base64") };
}
