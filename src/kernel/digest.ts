const encoder = new TextEncoder()

/** SHA-256 of a text, hexadecimal. */
export async function sha256(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text))).toHex()
}

/** HMAC-SHA256, hexadecimal. */
export async function hmac(secret: string, text: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const bytes = typeof text === 'string' ? encoder.encode(text) : text
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes)).toHex()
}
