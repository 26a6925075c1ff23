import * as z from 'zod'
import { UserView } from '../users/view.ts'

/** A sign-in: web clients get cookies and read only `user`; mobile clients get the tokens as well. */
export const SessionView = z.object({
  user: UserView,
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  /** Seconds. */
  expiresIn: z.int().optional(),
})

export const RefreshView = z.object({
  accessToken: z.string().optional(),
  refreshToken: z.string().optional(),
  expiresIn: z.int(),
})

export const MeView = UserView.extend({
  hasPassword: z.boolean(),
  totpEnabled: z.boolean(),
  passkeyCount: z.int(),
  linkedProviders: z.array(z.string()),
})
