import { sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Question } from '#db/admission.ts'
import type { Write } from '#db/client.ts'
import { abortWhen, guard } from '#db/guard.ts'
import { once } from '#db/once.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import type { Ctx } from './context.ts'

/** The name of the setting. */
export const TERMS_SETTING = 'terms'

/** The terms of the platform (docs/accounts.md, Terms). */
export const TermsIn = z.strictObject({ version: f.line(1, 40), url: z.url({ protocol: /^https$/ }).max(300) })
export const TermsView = z.object({ version: z.string(), url: z.string() }).meta({ id: 'Terms' })
type Terms = z.output<typeof TermsView>

export const termsOf = (setting: string | undefined): Terms | null => JSON.parse(setting ?? 'null')

/** Fields with which somebody who joins accepts the terms: they are needed if the platform has any. */
export const termsFields = {
  acceptTerms: z.literal(true, { error: 'Acceptez les conditions pour continuer.' }).optional(),
  termsVersion: f.line(1, 40).optional(),
}
type Accepted = { acceptTerms?: true | undefined; termsVersion?: string | undefined }

const inForce = sql`(SELECT ps.value ->> 'version' FROM platform_settings ps WHERE ps.name = ${sql.raw(`'${TERMS_SETTING}'`)})`

const TERMS_CHANGED = guard('TERMS_CHANGED', 'FORBIDDEN', { reason: 'TERMS_CHANGED' })
const OTHER_TERMS = guard('OTHER_TERMS', 'CONFLICT', {
  reason: 'VERSION_MISMATCH',
  message: 'Ces conditions ne sont pas celles en vigueur. Relisez GET /config.',
})

const SAME_VERSION = guard('SAME_TERMS_VERSION', 'CONFLICT', {
  message: 'Cette version a déjà un texte, que des personnes ont accepté : donnez une autre version au nouveau.',
})

/** Refuses another text for the version in force. 409 */
export const requireNewVersion = (ctx: Ctx, { version, url }: Terms): Write =>
  abortWhen(
    ctx.db,
    SAME_VERSION,
    sql`EXISTS (SELECT 1 FROM platform_settings ps WHERE ps.name = ${TERMS_SETTING} AND ps.value ->> 'version' = ${version}
      AND ps.value ->> 'url' <> ${url})`,
  )

/** Keeps that a person accepted the terms in force, with the time; the time of a version that they accepted before stays. */
const keep = (ctx: Ctx, userId: string): Write =>
  ctx.db.run(sql`
    INSERT INTO terms_accepted (user_id, version, accepted_at)
    SELECT u.id, ${inForce}, ${ctx.now} FROM users u WHERE u.id = ${userId} AND ${inForce} IS NOT NULL ON CONFLICT DO NOTHING`)

/** Accepts the terms in force for somebody who joins. @throws 403 TERMS_CHANGED for none or others, if the platform has terms */
export const acceptOnJoining = (ctx: Ctx, userId: string, { acceptTerms, termsVersion = '' }: Accepted): Write[] => [
  abortWhen(ctx.db, TERMS_CHANGED, sql`${inForce} IS NOT NULL AND ${inForce} <> ${acceptTerms ? termsVersion : ''}`),
  keep(ctx, userId),
]

/** Accepts the named terms. @throws 409 VERSION_MISMATCH unless they are in force */
export const acceptInForce = (ctx: Ctx, userId: string, version: string): Write[] => [
  abortWhen(ctx.db, OTHER_TERMS, sql`${inForce} IS NOT ${version}`),
  keep(ctx, userId),
]

const selectUnaccepted = once((db, userId: string) =>
  db.all(sql`SELECT 1 AS unaccepted WHERE ${inForce} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM terms_accepted t WHERE t.user_id = ${userId} AND t.version = ${inForce})`),
)

/** Asks whether a person accepted the terms in force; the request of one who did not ends with 403 TERMS_CHANGED. */
export const askTerms = (ctx: Ctx, userId: string): Question => ({
  statement: selectUnaccepted(ctx.db, userId).getQuery(),
  judge: (rows) => rows.length === 0 || fail('FORBIDDEN', 'TERMS_CHANGED'),
})
