import * as z from 'zod'
import { deviceMark } from '#domain/core/devices/view.ts'
import * as f from '#kernel/fields.ts'
import { heldUntilView, ProfileView, UserView } from '../users/view.ts'

/** A sign-in: web clients get cookies and read only `user`; mobile clients get the tokens as well. */
export const SessionView = z
  .object({
    user: UserView,
    accessToken: z.string().optional(),
    refreshToken: z.string().optional(),
    /** Seconds. */
    expiresIn: z.int().optional(),
    /** The client keeps this token, and sends it as x-device-token from now on. */
    deviceToken: z.string().optional(),
  })
  .meta({ id: 'OpenedSession' })

/** The answer of a sign-in if the account has an authenticator, whose code comes next (docs/accounts.md, Ways in). */
export const TotpChallengeView = z
  .object({ requiresTotp: z.literal(true), pendingToken: z.string(), ...deviceMark })
  .meta({ id: 'TotpChallenge' })

export const SignInView = z.union([SessionView, TotpChallengeView]).meta({ id: 'SignIn' })

export const RefreshView = z
  .object({
    accessToken: z.string().optional(),
    refreshToken: z.string().optional(),
    expiresIn: z.int(),
  })
  .meta({ id: 'RenewedSession' })

export const MeView = ProfileView.extend({
  hasPassword: z.boolean(),
  totpEnabled: z.boolean(),
  passkeyCount: z.int(),
  linkedProviders: z.array(z.string()),
  approvalsHeldUntil: heldUntilView,
  recoveryPendingUntil: f.isoTime.nullable().meta({
    description: `Quelqu'un récupère ce compte et pourra choisir un nouveau mot de passe à partir de cet instant ; si ce
      n'est pas le titulaire, cancelRecovery l'arrête. « null » sinon.`,
  }),
}).meta({ id: 'Me' })
