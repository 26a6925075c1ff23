import { Buffer } from 'node:buffer'
import type { Sandbox } from './sandbox.ts'

type Browser = { endpoint: string; p256dh: string; auth: string; privateKey: string }

const P256 = { name: 'ECDH', namedCurve: 'P-256' }

/** A browser that subscribes to pushes. @returns the subscription, as `PushSubscription.toJSON()` says it to a page */
export async function subscribe(sandbox: Sandbox) {
  const pair = (await crypto.subtle.generateKey(P256, true, ['deriveBits'])) as CryptoKeyPair
  const raw = (await crypto.subtle.exportKey('raw', pair.publicKey)) as ArrayBuffer
  const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
  const keys = {
    p256dh: Buffer.from(raw).toString('base64url'),
    auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
  }
  const privateKey = JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey))
  sandbox.run(
    'INSERT INTO browser (endpoint, p256dh, auth, privateKey) VALUES (?, ?, ?, ?)',
    endpoint,
    keys.p256dh,
    keys.auth,
    privateKey,
  )
  return { kind: 'WEB_PUSH', endpoint, keys }
}

/** Whether a browser of ours has this endpoint. */
export const findBrowser = (sandbox: Sandbox, endpoint: string): Browser | undefined =>
  sandbox.rows<Browser>('SELECT endpoint, p256dh, auth, privateKey FROM browser WHERE endpoint = ?', endpoint)[0]

/** Reads a push as the browser does (RFC 8291). @throws if it was encrypted for another */
export async function decrypt({ p256dh, auth, privateKey }: Browser, body: Uint8Array): Promise<string> {
  const [salt, theirs, sealed] = [body.slice(0, 16), body.slice(21, 86), body.slice(86)]
  const own = await crypto.subtle.importKey('jwk', JSON.parse(privateKey), P256, false, ['deriveBits'])
  const other = await crypto.subtle.importKey('raw', theirs, P256, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other } as never, own, 256)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(p256dh, 'base64url'), theirs])
  const secret = await derive(shared, Buffer.from(auth, 'base64url'), info, 32)
  const key = await derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const iv = await derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const padded = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, sealed))
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

async function derive(from: ArrayBuffer, salt: Uint8Array<ArrayBuffer>, info: Uint8Array<ArrayBuffer>, bytes: number) {
  const key = await crypto.subtle.importKey('raw', from, 'HKDF', false, ['deriveBits'])
  return crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8)
}
