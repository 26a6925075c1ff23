import type { Actor, Ctx } from '#domain/core/context.ts'
import { KYC_SETTING } from '#domain/core/kyc-required.ts'
import { ConfirmPayoutNumber, confirmPayoutNumber } from '#domain/money/wallet/confirm-payout-number.ts'
import { RequestPayoutNumber, requestPayoutNumber } from '#domain/money/wallet/request-payout-number.ts'
import { RequestWithdrawal, requestWithdrawal } from '#domain/money/wallet/request-withdrawal.ts'
import { Withdraw, withdraw } from '#domain/money/wallet/withdraw.ts'
import { decideKyc } from '#domain/shops/kyc/decide.ts'
import { editKyc } from '#domain/shops/kyc/edit.ts'
import { addKycDocument } from '#domain/shops/kyc/papers.ts'
import { submitKyc } from '#domain/shops/kyc/submit.ts'
import { type Currency, formatAmount } from '#kernel/money.ts'
import { DAY_MS, MINUTE_MS } from '#kernel/time.ts'
import { decide } from './gateways/gateways.ts'
import { picture } from './people/goods.ts'
import { NUMBER } from './people/purchase.ts'
import { broke, type Simulation } from './simulation.ts'

type Balance = { code: string; currency: Currency; minor: number; most: number | null; least: number; isHome: 0 | 1 }
/** Runs something as somebody, and everything that it starts. */
type Play = (label: string, as: Actor, run: (ctx: Ctx) => Promise<unknown>) => Promise<void>

const LAW = 'whoever has a balance can withdraw it'

/** Every wallet with more than the minimum is emptied by its owner, on a phone of the currency's country. */
export async function emptyWallets(simulation: Simulation, play: Play, tick: () => Promise<void>): Promise<void> {
  const { people } = simulation
  // Whatever holds withdrawals, for a week at most, holds them no longer.
  simulation.now += 7 * DAY_MS + 1
  for (const earner of [...people.sellers, ...people.riders]) {
    for (const balance of balancesOf(simulation, earner)) {
      const before = simulation.store.rows<{ n: number }>('SELECT count(*) AS n FROM payouts')[0]?.n
      const attempt = trying(simulation, play, earner, balance)
      await proveIdentity(simulation, attempt, play, earner)
      if (!balance.isHome) await nameNumber(simulation, attempt)
      const amount = formatAmount(
        whole(Math.min(balance.minor, balance.most ?? balance.minor), balance),
        balance.currency,
      )
      await withdrawAll(simulation, attempt, { amount, currency: balance.currency })
      const [sent] = simulation.store.rows<{ id: string; n: number }>(
        'SELECT id, (SELECT count(*) FROM payouts) AS n FROM payouts ORDER BY rowid DESC LIMIT 1',
      )
      const movement = sent && simulation.gateways.movements.get(sent.id)
      if (!movement || sent.n === before) broke(simulation, LAW, `${balance.code} ${amount}: nothing was sent`)
      else decide(simulation, movement, 'succeeded')
      simulation.now += MINUTE_MS
      await tick()
      const [payout] = simulation.store.rows<{ status: string }>(
        'SELECT status FROM payouts WHERE id = ?',
        sent?.id ?? null,
      )
      if (payout?.status !== 'COMPLETED') broke(simulation, LAW, `${balance.code} ${amount}: ${payout?.status}`)
      simulation.now += DAY_MS
    }
  }
}

/** M-Pesa takes no centimes of CDF: they stay until there are a hundred. */
const whole = (minor: number, { currency }: Balance) => (currency === 'CDF' ? minor - (minor % 100) : minor)

type Attempt = (label: string, run: (ctx: Ctx) => Promise<unknown>) => Promise<void>

const trying =
  (simulation: Simulation, play: Play, earner: Actor, { code, currency, minor }: Balance): Attempt =>
  (label, run) =>
    play(label, earner, async (ctx) => {
      try {
        return await run(ctx)
      } catch (error) {
        broke(simulation, LAW, `${code} ${minor} ${currency}, ${label}: ${String(error)}`)
        throw error
      }
    })

/** A seller of whom the platform asks it sends in their papers, and staff approve them. */
async function proveIdentity(simulation: Simulation, attempt: Attempt, play: Play, { sellerProfileId }: Actor) {
  const [asked] = simulation.store.rows<{ id: string | null; status: string | null }>(
    `SELECT k.id, k.status FROM seller_profiles s LEFT JOIN kyc k ON k.seller_profile_id = s.id
     WHERE s.id = ? AND s.kyc_status <> 'APPROVED'
       AND EXISTS (SELECT 1 FROM platform_settings WHERE name = ? AND value = 'WITHDRAWAL')`,
    sellerProfileId,
    KYC_SETTING,
  )
  if (!asked) return
  if (asked.status !== 'SUBMITTED') {
    await attempt('editKyc', (ctx) => editKyc(ctx, WHO))
    for (const kind of ['ID_FRONT', 'SELFIE', 'BUSINESS_REGISTRATION'] as const)
      await attempt('addKycDocument', (ctx) => addKycDocument(ctx, { kind, file: picture() }))
    await attempt('submitKyc', submitKyc)
  }
  const [file] = simulation.store.rows<{ id: string }>(
    'SELECT id FROM kyc WHERE seller_profile_id = ?',
    sellerProfileId,
  )
  await play('approveKyc', simulation.people.support, (ctx) => decideKyc(ctx, file?.id ?? '', 'approve', {}))
}
const WHO = {
  legalName: 'Aline Mapendo',
  birthDate: '1990-05-12',
  idType: 'VOTER_CARD',
  idNumber: 'CD-1234567890',
} as const

async function nameNumber(simulation: Simulation, attempt: Attempt): Promise<void> {
  await attempt('requestPayoutNumber', (ctx) => requestPayoutNumber(ctx, RequestPayoutNumber.parse(NUMBER)))
  const code = lastCode(simulation, /confirme ce numéro|confirms this number/)
  await attempt('confirmPayoutNumber', (ctx) => confirmPayoutNumber(ctx, ConfirmPayoutNumber.parse({ code })))
  simulation.now += DAY_MS + 1
}

async function withdrawAll(simulation: Simulation, attempt: Attempt, want: { amount: string; currency: Currency }) {
  await attempt('requestWithdrawal', (ctx) => requestWithdrawal(ctx, RequestWithdrawal.parse(want)))
  const otpCode = lastCode(simulation, /confirme votre retrait|confirms your withdrawal/)
  await attempt('withdraw', (ctx) => withdraw(ctx, Withdraw.parse({ ...want, otpCode })))
}

/** Somebody may have chosen English. */
const lastCode = ({ inbox }: Simulation, words: RegExp) =>
  inbox.findLast(({ text }) => words.test(text))?.text.slice(0, 6)

/** Money of wallets that may leave them: the owner is in office, and the wallet is not frozen. */
function balancesOf({ store }: Simulation, { id, riderId, sellerProfileId }: Actor): Balance[] {
  const owner = riderId ?? sellerProfileId
  const code = `${riderId ? 'rider' : 'seller'}:${owner}:available`
  return store.rows<Balance>(
    `SELECT a.code, a.currency, a.balance_minor AS minor, m.max_payout_per_day_minor AS most, m.min_payout_minor AS least,
       coalesce(w.payout_verified_at IS NOT NULL AND w.payout_country = 'CD', 0) AS isHome
     FROM accounts a LEFT JOIN money_settings m ON m.currency = a.currency LEFT JOIN wallets w ON w.owner_id = ?
     WHERE a.code = ? AND a.balance_minor >= coalesce(m.min_payout_minor, 1) AND w.frozen_at IS NULL
       AND EXISTS (SELECT 1 FROM users u WHERE u.id = ? AND u.blocked_at IS NULL AND u.deleted_at IS NULL)
     ORDER BY a.currency`,
    owner,
    code,
    id,
  )
}
