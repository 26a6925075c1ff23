import * as z from 'zod'
import type { passkeys } from '#db/schema/people/factors.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'

/** A passkey as its owner sees it (docs/accounts.md, Passkeys). */
export const PasskeyView = z
  .object({
    id: f.id,
    name: z.string(),
    createdAt: f.isoTime,
    lastUsedAt: f.isoTime.nullable(),
    /** The maker of the device keeps a copy, so that the passkey survives the device. */
    backedUp: z.boolean(),
  })
  .meta({ id: 'Passkey' })

export const viewPasskey = (row: typeof passkeys.$inferSelect): z.output<typeof PasskeyView> => ({
  id: row.id,
  name: row.name,
  createdAt: iso(row.createdAt),
  lastUsedAt: row.lastUsedAt === null ? null : iso(row.lastUsedAt),
  backedUp: row.backedUp,
})

const described = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** Options for `navigator.credentials.create`, after `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const RegistrationOptionsView = z.object({
  challengeId: f.id,
  options: z.object({
    challenge: z.string(),
    rp: z.object({ name: z.string(), id: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    /** Milliseconds. */
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(described),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    extensions: z.object({ credProps: z.boolean() }),
    hints: z.array(z.string()),
  }),
})

/** Options for `navigator.credentials.get`, after `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const LoginOptionsView = z.object({
  challengeId: f.id,
  options: z.object({
    rpId: z.string(),
    challenge: z.string(),
    /** Milliseconds. */
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
})
