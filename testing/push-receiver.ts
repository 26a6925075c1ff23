import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A browser that subscribed: what it gives to us, and how it reads what it gets (RFC 8291, by node:crypto). */
export function newBrowser(host = 'fcm.googleapis.com', path = `/fcm/send/${randomBytes(24).toString('base64url')}`) {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const secret = randomBytes(16)
  const endpoint = `https://${host}${path}`
  const derive = (ikm: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, info, length))
  return {
    endpoint,
    keys: { p256dh: publicKey.toString('base64url'), auth: secret.toString('base64url') },
    /** The payload of a push. @throws if it was encrypted for somebody else, or changed */
    open(body: Uint8Array): Record<string, string> {
      const all = Buffer.from(body)
      const [salt, recordSize, keyLength] = [all.subarray(0, 16), all.readUInt32BE(16), all.readUInt8(20)]
      if (recordSize !== 4096 || keyLength !== 65) throw new Error('the header is odd')
      const [theirs, sealed] = [all.subarray(21, 86), all.subarray(86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs])
      const ikm = derive(own.computeSecret(theirs), secret, info, 32)
      const key = derive(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      return JSON.parse(padded.subarray(0, end).toString())
    },
  }
}
export type Browser = ReturnType<typeof newBrowser>

/** The claims of `vapid t=…, k=…`, verified with its own key. @throws if the signature is not of that key */
export function readVapid(authorization: string): { claims: Record<string, unknown>; publicKey: string } {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [header = '', payload = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${payload}`)
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('somebody else signed')
  if (JSON.parse(Buffer.from(header, 'base64url').toString()).alg !== 'ES256') throw new Error('another algorithm')
  return { claims: JSON.parse(Buffer.from(payload, 'base64url').toString()), publicKey }
}
