import { and, eq, isNotNull, isNull, notInArray } from 'drizzle-orm'
import * as z from 'zod'
import { recoveries } from '#db/schema/core/recoveries.ts'
import { users } from '#db/schema/core/users.ts'
import { commitForGuest } from '#domain/core/codes/mail-code.ts'
import type { Ctx } from '#domain/core/context.ts'
import { invalid } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { msisdn } from '#kernel/phone.ts'
import { EMPLOYEES } from '#kernel/roles.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { RECOVERY_METHODS } from './terms.ts'

export const StartRecovery = z.strictObject({
  identifier: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .meta({
      json: {
        type: 'string',
        maxLength: 254,
        description: "L'adresse e-mail du compte, ou son numéro de téléphone vérifié avec l'indicatif du pays.",
        minLength: 1,
        examples: ['aline@example.com', '+243810000123'],
      },
    }),
})
export const StartedRecoveryView = z.object({
  recoveryId: f.id,
  methods: z.array(z.enum(RECOVERY_METHODS).meta({ id: 'RecoveryMethod' })),
})

/** The code may be asked for and typed for this long. */
const PROOF_TTL_MS = HOUR_MS

/**
 * Starts the recovery of an account (docs/accounts.md, Recovery). An unknown identifier gets a recovery too, so that the answer tells
 * neither whether there is an account nor how it could be proved. Accounts of staff get the same answer, and are not recovered here.
 * @throws 400 for text that is neither an address nor a number, 429 for the sixth in an hour
 */
export async function startRecovery(
  ctx: Ctx,
  { identifier }: z.output<typeof StartRecovery>,
): Promise<z.output<typeof StartedRecoveryView>> {
  const { name, mine } = readIdentifier(identifier)
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(mine, isNull(users.deletedAt), isNull(users.blockedAt), notInArray(users.role, EMPLOYEES)))
  const id = ctx.ids.v7()
  const row = { id, userId: user?.id ?? null, identifier: name, expiresAt: ctx.now + PROOF_TTL_MS, createdAt: ctx.now }
  await commitForGuest(ctx, 'RECOVERY', name, (quota) => [...quota, ctx.db.insert(recoveries).values(row)])
  return { recoveryId: id, methods: [...RECOVERY_METHODS] }
}

function readIdentifier(identifier: string) {
  const email = f.email.safeParse(identifier)
  if (email.success) return { name: email.data, mine: eq(users.email, email.data) }
  const phone =
    msisdn(identifier) ??
    invalid(
      'identifier',
      "Une adresse e-mail est attendue, ou un numéro de téléphone avec l'indicatif du pays : +243 ou +250.",
    )
  return { name: phone, mine: and(eq(users.phone, phone), isNotNull(users.phoneVerifiedAt)) }
}
