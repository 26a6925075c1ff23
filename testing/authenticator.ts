import { Buffer } from 'node:buffer'

/** False words that an authenticator, or the page around it, is made to say. */
export type Forged = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  /** Flags of the authenticator data: 1 is presence, 4 verification of the person, 64 a new key. */
  flags?: number
  counter?: number
  userHandle?: string | null
  credentialId?: string
  algorithm?: number
  format?: string
  /** The new key signs itself, as some security keys do. */
  vouches?: boolean
  statement?: [Cbor, Cbor][]
}
type Options = { challenge: string; user?: { id: string } }
type Place = { origin?: string; rpId?: string; counts?: boolean }

const PRESENT = 1
const VERIFIED = 4
const NEW_KEY = 64
const ES256 = -7

const encoder = new TextEncoder()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const digest = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
const join = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))

/**
 * A security key in software (WebAuthn Level 3): makes one ES256 passkey that it finds by itself, without attestation,
 * and signs with it. It runs in workerd and in Node.
 */
export async function newAuthenticator({
  origin = 'http://localhost:8787',
  rpId = 'localhost',
  counts = true,
}: Place = {}) {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = (await crypto.subtle.generateKey(curve, true, ['sign', 'verify'])) as CryptoKeyPair
  const credentialId = text(crypto.getRandomValues(new Uint8Array(32)))
  let userHandle: string | undefined
  let counter = 0

  const sign = async (signed: Uint8Array<ArrayBuffer>) =>
    derOf(new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, keys.privateKey, signed)))
  const clientData = (type: string, challenge: string, forged: Forged) => {
    const { crossOrigin = false } = forged
    const said = {
      type: forged.type ?? type,
      challenge: forged.challenge ?? challenge,
      origin: forged.origin ?? origin,
    }
    return Uint8Array.from(encoder.encode(JSON.stringify({ ...said, crossOrigin })))
  }
  const authenticatorData = async (flags: number, forged: Forged) => {
    const tail = new DataView(new ArrayBuffer(5))
    tail.setUint8(0, forged.flags ?? flags)
    tail.setUint32(1, forged.counter ?? counter)
    return join(await digest(Uint8Array.from(encoder.encode(forged.rpId ?? rpId))), new Uint8Array(tail.buffer))
  }
  const credential = (id: string, response: Record<string, unknown>) => ({
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  })

  return {
    credentialId,
    /** The answer of `navigator.credentials.create`, as JSON. */
    async create({ challenge, user }: Options, forged: Forged = {}) {
      userHandle = user?.id
      const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', keys.publicKey)) as JsonWebKey
      const coordinate = (each: string) => Uint8Array.from(Buffer.from(each, 'base64url'))
      const id = forged.credentialId ?? credentialId
      const idBytes = Buffer.from(id, 'base64url')
      const cose = cbor([
        [1, 2],
        [3, forged.algorithm ?? ES256],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ])
      const length = Uint8Array.of(idBytes.length >> 8, idBytes.length & 255)
      const made = join(
        await authenticatorData(PRESENT | VERIFIED | NEW_KEY, forged),
        new Uint8Array(16),
        length,
        idBytes,
        cose,
      )
      const said = clientData('webauthn.create', challenge, forged)
      const signed: [Cbor, Cbor][] = [
        ['alg', ES256],
        ['sig', await sign(join(made, await digest(said)))],
      ]
      const attestationObject = cbor([
        ['fmt', forged.format ?? (forged.vouches ? 'packed' : 'none')],
        ['attStmt', [...(forged.vouches ? signed : []), ...(forged.statement ?? [])]],
        ['authData', made],
      ])
      return credential(id, {
        clientDataJSON: text(said),
        attestationObject: text(attestationObject),
        transports: ['internal'],
        publicKeyAlgorithm: ES256,
      })
    },
    /** The answer of `navigator.credentials.get`, as JSON. Its counter rises each time, if it counts. */
    async get({ challenge }: Options, forged: Forged = {}) {
      if (counts) counter++
      const said = clientData('webauthn.get', challenge, forged)
      const data = await authenticatorData(PRESENT | VERIFIED, forged)
      return credential(forged.credentialId ?? credentialId, {
        clientDataJSON: text(said),
        authenticatorData: text(data),
        signature: text(await sign(join(data, await digest(said)))),
        ...(forged.userHandle !== null && { userHandle: forged.userHandle ?? userHandle }),
      })
    },
  }
}
export type Authenticator = Awaited<ReturnType<typeof newAuthenticator>>

/** The two halves of an ECDSA signature as ASN.1, which authenticators send and WebCrypto does not make. */
function derOf(raw: Uint8Array): Uint8Array {
  const integer = (half: Uint8Array) => {
    const from = half.findIndex((byte) => byte !== 0)
    const bytes = half.subarray(from === -1 ? half.length - 1 : from)
    const padded = (bytes[0] ?? 0) > 127 ? join(Uint8Array.of(0), bytes) : bytes
    return join(Uint8Array.of(2, padded.length), padded)
  }
  const body = join(integer(raw.subarray(0, 32)), integer(raw.subarray(32)))
  return join(Uint8Array.of(0x30, body.length), body)
}

/** Values that the tests put into CBOR; a list of pairs is a map. */
export type Cbor = number | string | Uint8Array | [Cbor, Cbor][]

export function cbor(value: Cbor): Uint8Array {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return join(head(3, encoder.encode(value).length), encoder.encode(value))
  if (value instanceof Uint8Array) return join(head(2, value.length), value)
  return join(head(5, value.length), ...value.flat().map(cbor))
}

function head(major: number, size: number): Uint8Array {
  if (size < 24) return Uint8Array.of((major << 5) | size)
  return size < 256 ? Uint8Array.of((major << 5) | 24, size) : Uint8Array.of((major << 5) | 25, size >> 8, size & 255)
}
