import { ConfirmSettlement, confirmSettlement } from '#domain/money/wallet/confirm-settlement.ts'
import { RequestSettlement, requestSettlement } from '#domain/money/wallet/request-settlement.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, codeFrom, pickFrom } from '../plan.ts'

type Wallet = { id: string; currency: string; minor: number; isBlocked: 0 | 1 }
/** Picks a wallet that is owed money, or whose owner is blocked; now and then any wallet with something in it. */
function pickWallet(simulation: Simulation): Wallet | undefined {
  const all = simulation.store.rows<Wallet>(
    `SELECT w.owner_id AS id, a.currency, a.balance_minor AS minor, u.blocked_at IS NOT NULL AS isBlocked
     FROM wallets w JOIN users u ON u.id = w.user_id JOIN accounts a ON a.code = w.owner_kind || ':' || w.owner_id || ':available'
     WHERE a.balance_minor <> 0 ORDER BY 1, 2`,
  )
  const meant = all.filter(({ minor, isBlocked }) => minor < 0 || isBlocked === 1)
  return pickFrom(simulation, meant.length > 0 ? meant : simulation.random.chance(0.2) ? all : [])
}
/** The charge of staff that paid, where there is one. */
const pickCharge = (simulation: Simulation) =>
  pickFrom(
    simulation,
    simulation.store.rows<{ reference: string }>(
      `SELECT reference FROM gateway_transactions WHERE purpose = 'CHARGE' AND status = 'succeeded' ORDER BY id`,
    ),
  )?.reference ?? 'en espèces'

/** Administrators settle wallets that nobody else can. */
export const settling: Commands = {
  requestSettlement: {
    weight: 1.5,
    plan(simulation) {
      const { random, people } = simulation
      const wallet = pickWallet(simulation)
      if (!wallet) return undefined
      const kind = wallet.minor > 0 ? 'SEIZE' : random.pick(['WRITE_OFF', 'COLLECT'])
      const note = kind === 'COLLECT' ? `Payé par ${pickCharge(simulation)}` : 'Vu avec la personne'
      const input = RequestSettlement.parse({ currency: wallet.currency, kind, note })
      const told = [wallet.id, input]
      return act('requestSettlement', random.pick(people.admins), told, (ctx) =>
        requestSettlement(ctx, wallet.id, input),
      )
    },
  },
  confirmSettlement: {
    weight: 4,
    plan(simulation) {
      const pending = pickFrom(
        simulation,
        simulation.store.rows<{ id: string; wallet: string; by: string }>(
          `SELECT id, subject_id AS wallet, requested_by AS "by" FROM pending_approvals
           WHERE purpose = 'SETTLEMENT' AND ended_at IS NULL ORDER BY created_at DESC, id LIMIT 6`,
        ),
      )
      const admin = simulation.people.admins.find(({ id }) => id === pending?.by)
      const code = admin && codeFrom(simulation, admin.email, 'portefeuille de')
      if (!pending || !admin || !code) return undefined
      const input = ConfirmSettlement.parse({ pendingId: pending.id, code })
      const confirm = act('confirmSettlement', admin, [pending.wallet, input], (ctx) =>
        confirmSettlement(ctx, pending.wallet, input),
      )
      return simulation.random.chance(0.3) ? [...confirm, ...confirm] : confirm
    },
  },
}
