import { Buffer } from 'node:buffer'
import * as z from 'zod'

const VapidJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
})
const ServiceAccount = z.object({
  project_id: z.string().min(1),
  client_email: z.string().min(1),
  private_key: z.string().includes('PRIVATE KEY'),
})
export type ServiceAccount = z.infer<typeof ServiceAccount>
export type VapidKeys = { publicKey: string; privateKey: string }

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The keys of Web Push in a JWK, base64url; the public one as browsers take it, 65 bytes. @returns undefined for any other text */
export function readVapidKeys(text: string): VapidKeys | undefined {
  const jwk = read(VapidJwk, text)
  if (!jwk) return undefined
  const bytes = [jwk.x, jwk.y].map((part) => Buffer.from(part, 'base64url'))
  if (bytes.some(({ length }) => length !== 32)) return undefined
  return { publicKey: Buffer.concat([Uint8Array.of(4), ...bytes]).toString('base64url'), privateKey: jwk.d }
}

/** The key of a service account as Google gives it, JSON. @returns undefined for any other text */
export const readServiceAccount = (text: string): ServiceAccount | undefined => read(ServiceAccount, text)
