import { and, eq, isNotNull, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Write } from '#db/client.ts'
import { abortUnlessChanged, guard, isBroken } from '#db/guard.ts'
import { wallets } from '#db/schema/money/wallets.ts'
import { unlessHeld } from '#domain/core/approvals/held.ts'
import { recordAct } from '#domain/core/audit.ts'
import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { notify } from '#domain/core/notices/notify.ts'
import { decideOwn } from '#domain/core/own-matter.ts'
import { fail } from '#kernel/failure.ts'
import * as f from '#kernel/fields.ts'
import { viewOwners } from './balances.ts'
import { walletFrozen, walletUnfrozen } from './notices.ts'
import { ownWallet } from './own-wallet.ts'
import { type OwnerRow, oneOwner, selectOwners, standingsOf } from './owners.ts'
import { showWalletOf } from './show-of-owner.ts'

/** The wallet already has the state that is asked for: nothing is written, and nobody is told again. */
const WALLET_UNCHANGED = guard('WALLET_UNCHANGED', 'CONFLICT')

export const FreezeWallet = z.strictObject({ reason: f.reason })
export const UnfreezeWallet = z.strictObject({ reason: f.reason.optional() })

/**
 * Stops withdrawals from a seller's or rider's wallet and tells the owner. It goes on earning; sent payouts end as they would, unsent ones
 * no longer leave (docs/money.md, Wallet). A frozen wallet stays as it is.
 * @throws 404
 */
export function freezeWallet(ctx: Ctx, id: string, { reason }: z.output<typeof FreezeWallet>) {
  return change(ctx, id, ({ ownerKind, ownerId, userId }) => {
    const frozen = { frozenAt: ctx.now, freezeReason: reason }
    return [
      ctx.db
        .insert(wallets)
        .values({ ownerKind, ownerId, userId, ...frozen, createdAt: ctx.now })
        .onConflictDoUpdate({ target: wallets.ownerId, set: frozen, setWhere: sql`wallets.frozen_at IS NULL` }),
      abortUnlessChanged(ctx.db, WALLET_UNCHANGED),
      ...notify(ctx, userId, walletFrozen, { reason }),
      recordAct(ctx, 'wallet.freeze', id, { reason }),
    ]
  })
}

/**
 * Allows withdrawals from a frozen wallet again, and tells its owner; another wallet stays as it is.
 * @throws 404; 409 for the actor's own wallet while the service has another ADMIN
 */
export function unfreezeWallet(ctx: Ctx, id: string, { reason }: z.output<typeof UnfreezeWallet>) {
  return change(ctx, id, ({ userId }) => [
    unlessHeld(ctx),
    ctx.db
      .update(wallets)
      .set({ frozenAt: null, freezeReason: null })
      .where(and(eq(wallets.ownerId, id), isNotNull(wallets.frozenAt))),
    abortUnlessChanged(ctx.db, WALLET_UNCHANGED),
    ...decideOwn(ctx, ownWallet(ctx, { userId }), {
      key: `wallet:${id}:${ctx.now}`,
      what: `portefeuille ${id}, dégelé`,
    }),
    ...notify(ctx, userId, walletUnfrozen),
    recordAct(ctx, 'wallet.unfreeze', id, reason === undefined ? {} : { reason }),
  ])
}

async function change(ctx: Ctx, id: string, writes: (owner: OwnerRow) => Write[]) {
  const chosen = oneOwner(id)
  const [owner] = await selectOwners(ctx, chosen)
  if (!owner) fail('NOT_FOUND')
  try {
    const standings = await commit(ctx, writes(owner), ...standingsOf(ctx, chosen))
    return viewOwners(ctx, [owner], standings)[0] ?? fail('NOT_FOUND')
  } catch (error) {
    if (!isBroken(error, WALLET_UNCHANGED)) throw error
    return showWalletOf(ctx, id)
  }
}
