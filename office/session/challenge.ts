type Challenge = { parameters: { salt: string; nonce: string; cost: number; keyLength: number; keyPrefix: string } }

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Solves a guest's proof of work: counts up until a key begins as the challenge asks, as the library altcha does. */
export async function solve(given: unknown): Promise<string> {
  const challenge = given as Challenge
  const { salt, nonce, cost, keyLength, keyPrefix } = challenge.parameters
  const password = new Uint8Array([...bytesOf(nonce), 0, 0, 0, 0])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: cost }
  for (let counter = 0; ; counter++) {
    new DataView(password.buffer).setUint32(password.length - 4, counter)
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
    const derivedKey = hexOf(new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8)))
    if (derivedKey.startsWith(keyPrefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
  }
}
