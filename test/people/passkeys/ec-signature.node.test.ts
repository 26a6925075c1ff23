import { createSign, generateKeyPairSync } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { unwrapEC2Signature } from '#domain/people/passkeys/ec-signature.ts'

// The stand-in for a file of the library reads signatures as that file does, and refuses what it refuses.

const FILE = 'node_modules/@simplewebauthn/server/esm/helpers/iso/isoCrypto/unwrapEC2Signature.js'
const library = (await import(pathToFileURL(FILE).href)) as { unwrapEC2Signature: typeof unwrapEC2Signature }
const CURVES = { 1: 'P-256', 2: 'P-384', 3: 'P-521' } as const

it.each([1, 2, 3] as const)('reads signatures of curve %i', (curve) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVES[curve] })
  // Among 300 some numbers begin with a set bit, and some with zeros.
  for (let i = 0; i < 300; i++) {
    const signature = new Uint8Array(createSign('sha256').update(String(i)).sign(privateKey))
    expect(unwrapEC2Signature(signature, curve)).toEqual(new Uint8Array(library.unwrapEC2Signature(signature, curve)))
  }
})

it('refuses broken ones', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const good = new Uint8Array(createSign('sha256').update('a').sign(privateKey))
  const broken = [
    new Uint8Array(),
    good.subarray(0, 40),
    good.subarray(1),
    Uint8Array.from([...good, 0]),
    good.map((byte, i) => (i === 0 ? 0x31 : byte)),
    good.map((byte, i) => (i === 2 ? 0x04 : byte)),
    good.map((byte, i) => (i === 3 ? 0x80 : byte)),
    good.map((byte, i) => (i === 3 ? 0 : byte)),
  ]
  for (const bytes of broken) expect(() => unwrapEC2Signature(bytes, 1), String(bytes)).toThrow()
  expect(() => unwrapEC2Signature(good, 4)).toThrow()
})
