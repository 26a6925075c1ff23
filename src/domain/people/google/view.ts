import * as z from 'zod'
import type { identities } from '#db/schema/people/factors.ts'
import * as f from '#kernel/fields.ts'
import { iso } from '#kernel/time.ts'

/** A linked account of an identity provider, as its owner sees it (docs/accounts.md, Google). */
export const IdentityView = z
  .object({
    provider: z.enum(['GOOGLE']),
    /** Address of the Google account when it was linked. */
    email: z.string(),
    linkedAt: f.isoTime,
  })
  .meta({ id: 'Identity' })

type Identity = Pick<typeof identities.$inferSelect, 'provider' | 'email' | 'linkedAt'>

export const viewIdentity = ({ provider, email, linkedAt }: Identity): z.output<typeof IdentityView> => ({
  provider,
  email,
  linkedAt: iso(linkedAt),
})
