import { Buffer } from 'node:buffer'

const encoder = new TextEncoder()

/** SHA-256 of a text, hexadecimal. */
export async function sha256(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', encoder.encode(text))).toString('hex')
}

/** SHA-256 of bytes, hexadecimal. */
export async function sha256Bytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/** HMAC-SHA256, hexadecimal. */
export async function hmac(secret: string, text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const bytes = typeof text === 'string' ? encoder.encode(text) : text
  return Buffer.from(await crypto.subtle.sign('HMAC', key, bytes)).toString('hex')
}
