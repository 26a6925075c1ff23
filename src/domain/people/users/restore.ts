import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, abortWhen, guard } from '#db/guard.ts'
import { users } from '#db/schema/core/users.ts'
import { heldFromNow } from '#domain/core/approvals/held.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { mailTo } from '#domain/core/notices/notify.ts'
import { freezeWithdrawals } from '#domain/core/owner/after-change.ts'
import { staffAct } from '#domain/core/owner/staff-acts.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { maskEmail } from '#kernel/phone.ts'
import { leaveToOwner } from '../accounts/leave-to-owner.ts'
import { getSubjectAndShops, type Subject } from './get-subject.ts'
import { accountRestored } from './notices.ts'
import { viewUser } from './view.ts'

const USER_NOT_DELETED = guard('USER_NOT_DELETED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: "Ce compte n'est pas supprimé.",
})
const USER_ERASED = guard('USER_ERASED', 'CONFLICT', {
  reason: 'INVALID_TRANSITION',
  message: 'Les données de ce compte sont effacées : il ne revient pas.',
})
const ADDRESS_TAKEN = guard('ADDRESS_TAKEN', 'CONFLICT', {
  reason: 'ALREADY_EXISTS',
  message: "L'adresse de ce compte est prise par un autre depuis : donnez-lui-en une autre (email).",
})
const ADDRESS_FREE = guard('ADDRESS_FREE', 'CONFLICT', {
  message: "L'adresse de ce compte est libre : rétablissez-le sans lui en donner une autre.",
})

export const RestoreUser = z.strictObject({ email: f.email.optional() })

/**
 * Restores a deleted account before its erasure; a seller publishes their shops again (docs/accounts.md, Erasure). If another account has
 * its address by now, it gets the given one, and withdraws nothing for a day. A number that another has proved is unproved.
 * @throws 404; 409 for an account that is not deleted or was erased, ALREADY_EXISTS if another has taken its address and none or a taken
 *   one is given, and for a given address though its own is free
 */
export async function restoreUser(ctx: Ctx, id: string, { email }: z.output<typeof RestoreUser>) {
  const { subject } = await getSubjectAndShops(ctx, id)
  const held = heldFromNow(ctx)
  const heldUntil = subject.role === 'ADMIN' ? held.approvalsHeldUntil : undefined
  const erased = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.erased_at IS NOT NULL)`
  const reached = email === undefined ? {} : { email, emailVerifiedAt: ctx.now }
  const [[user]] = await commit(
    ctx,
    [
      ...staffAct(ctx, 'user.restore', id, email === undefined ? {} : { email: maskEmail(email) }, {
        act: 'RESTORE',
        whom: subject.email,
        ...(heldUntil && { heldUntil }),
      }),
      abortWhen(ctx.db, USER_ERASED, erased),
      ...atWhichAddress(ctx, subject, email),
      ctx.db
        .update(users)
        .set({
          deletedAt: null,
          erasureDueAt: null,
          phoneVerifiedAt: stillProved,
          ...reached,
          ...held,
          updatedAt: ctx.now,
        })
        .where(and(eq(users.id, id), isNotNull(users.deletedAt), isNull(users.erasedAt))),
      abortUnlessChanged(ctx.db, USER_NOT_DELETED),
      ...(email === undefined ? [] : [freezeWithdrawals(ctx, id)]),
      mailTo(ctx, { id, email: email ?? subject.email }, accountRestored),
    ],
    ctx.db.select().from(users).where(eq(users.id, id)),
  )
  return viewUser(ctx, user ?? fail('NOT_FOUND'))
}

const stillProved = sql`iif(EXISTS (
  SELECT 1 FROM users o WHERE o.phone = users.phone AND o.phone_verified_at IS NOT NULL AND o.deleted_at IS NULL AND o.id <> users.id),
  NULL, users.phone_verified_at)`

/**
 * Refuses another address unless the account's own is taken, so that nobody moves an account to an address of their choice by restoring it.
 */
function atWhichAddress(ctx: Ctx, { id, email: own }: Subject, email: string | undefined): Write[] {
  const isTaken = sql`EXISTS (SELECT 1 FROM users o WHERE o.email = ${own} AND o.deleted_at IS NULL AND o.email_verified_at IS NOT NULL AND o.id <> ${id})`
  const isDeleted = sql`EXISTS (SELECT 1 FROM users u WHERE u.id = ${id} AND u.deleted_at IS NOT NULL)`
  if (email === undefined)
    return [abortWhen(ctx.db, ADDRESS_TAKEN, sql`${isTaken} AND ${isDeleted}`), leaveToOwner(ctx, id, own)]
  return [abortWhen(ctx.db, ADDRESS_FREE, sql`NOT ${isTaken} AND ${isDeleted}`), leaveToOwner(ctx, id, email)]
}
