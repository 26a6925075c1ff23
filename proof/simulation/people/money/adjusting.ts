import { checkTransaction } from '#domain/money/gateways/showing/show-transaction.ts'
import { adjustLedger } from '#domain/money/ledger/adjust.ts'
import { freezeWallet, unfreezeWallet } from '#domain/money/wallet/freeze.ts'
import { updatePlatformSettings } from '#domain/money/wallet/platform-settings.ts'
import type { Simulation } from '../../simulation.ts'
import { act, type Commands, pickFrom } from '../plan.ts'

type Card = { id: string }
/** A transfer that somebody means to take back: mostly one that may be. */
function pickTransfer(simulation: Simulation): Card | undefined {
  const { random, store } = simulation
  const mayBe = random.chance(0.8)
    ? "(kind IN ('order:rider', 'platform:covered', 'expense:approved') OR kind GLOB 'booking:*')"
    : '1'
  return pickFrom(
    simulation,
    store.rows<Card>(`SELECT id FROM transfers WHERE ${mayBe} ORDER BY created_at DESC, id LIMIT 12`),
  )
}

const anAdmin = ({ random, people }: Simulation) => random.pick(people.admins)
const pickOwner = (simulation: Simulation, which: string) =>
  pickFrom(simulation, simulation.store.rows<Card>(`SELECT w.owner_id AS id FROM wallets w WHERE ${which} ORDER BY 1`))
    ?.id

/** Administrators put the books right, ask gateway B, stop wallets, and set the platform's share. */
export const adjusting: Commands = {
  adjustLedger: {
    weight: 2,
    plan(simulation) {
      const transfer = pickTransfer(simulation)
      if (!transfer) return undefined
      const input = { transferId: transfer.id, reason: 'Écrit deux fois' }
      const plans = act('adjustLedger', anAdmin(simulation), input, (ctx) => adjustLedger(ctx, input))
      return simulation.random.chance(0.3) ? [...plans, ...plans] : plans
    },
  },
  changeTerms: {
    weight: 0.6,
    plan(simulation) {
      const { random } = simulation
      // No smallest withdrawal: at the end of a history everybody must be able to withdraw.
      const asked = {
        currency: random.pick(['USD', 'CDF'] as const),
        commissionRate: random.pick(['0', '3.33', '12.34', '50.01', '100']),
        ...(random.chance(0.2) && { maxPayoutPerDay: random.pick([null, '5000000']) }),
      }
      return act('changeTerms', anAdmin(simulation), asked, (ctx) => updatePlatformSettings(ctx, asked))
    },
  },
  freezeWallet: {
    weight: 0.3,
    plan(simulation) {
      const id = pickOwner(simulation, 'w.frozen_at IS NULL')
      const said = { reason: 'Plainte en cours' }
      if (!id) return undefined
      return act('freezeWallet', anAdmin(simulation), id, (ctx) => freezeWallet(ctx, id, said))
    },
  },
  unfreezeWallet: {
    weight: 1,
    plan(simulation) {
      const id = pickOwner(simulation, 'w.frozen_at IS NOT NULL')
      if (!id) return undefined
      return act('unfreezeWallet', anAdmin(simulation), id, (ctx) => unfreezeWallet(ctx, id, {}))
    },
  },
  checkTransaction: {
    weight: 2,
    plan(simulation) {
      const tx = pickFrom(
        simulation,
        simulation.store.rows<{ id: string }>(
          "SELECT id FROM gateway_transactions WHERE gateway = 'B' ORDER BY final_at IS NOT NULL, created_at DESC, id LIMIT 5",
        ),
      )
      return tx && act('checkTransaction', anAdmin(simulation), tx.id, (ctx) => checkTransaction(ctx, 'B', tx.id))
    },
  },
}
