import { ApiError, type OwnerWallet, type Transfer } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { accountWords, transferWords } from '../money/ledger-words.ts'
import { money, monthsBack, when } from '../show.ts'
import { Choice } from '../ui/choice.tsx'
import { Load, Pager, useLoad } from '../ui/load.tsx'

const MONTHS = 12
type Page = { transfers: Transfer[]; pagination: { page: number; limit: number; total: number; totalPages: number } }
const NOTHING: Page = { transfers: [], pagination: { page: 1, limit: 1, total: 0, totalPages: 0 } }

/** The money that entered and left a wallet's available account in a month, from the ledger itself. */
export function Statement({ wallet }: { wallet: OwnerWallet }) {
  const months = monthsBack(MONTHS)
  const [month, setMonth] = useState(months[0]?.value ?? '')
  const [currency, setCurrency] = useState<'USD' | 'CDF'>('USD')
  const [page, setPage] = useState(1)
  const account = `${wallet.kind}:${wallet.sellerProfileId}:available`
  const loaded = useLoad(() => readMonth(account, month, currency, page), [account, month, currency, page])
  const fromStart =
    <T,>(set: (value: T) => void) =>
    (value: string) => {
      setPage(1)
      set(value as T)
    }
  return (
    <section class="panel">
      <h2>Relevé</h2>
      <div class="tools">
        <Choice label="Mois" options={months} value={month} onChoice={fromStart(setMonth)} />
        <Choice
          label="Monnaie"
          options={wallet.balances.map(({ currency: value }) => ({ value, label: value }))}
          value={currency}
          onChoice={fromStart(setCurrency)}
        />
      </div>
      <Load of={loaded}>
        {({ transfers, pagination }) => (
          <>
            {transfers.length === 0 ? (
              <p class="soft">Aucun mouvement ce mois-là.</p>
            ) : (
              <ul class="lines">
                {transfers.map((transfer) => (
                  <Line key={transfer.id} transfer={transfer} account={account} />
                ))}
              </ul>
            )}
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </section>
  )
}

function Line({ transfer, account }: { transfer: Transfer; account: string }) {
  const { kind, from, to, amount, currency, createdAt } = transfer
  const isOut = from === account
  return (
    <li>
      <span>
        {transferWords(kind)}{' '}
        <span class="soft">
          {when(createdAt)}, {isOut ? `vers ${accountWords(to)}` : `de ${accountWords(from)}`}
        </span>
      </span>
      <span class="end">{money(isOut ? `-${amount}` : amount, currency)}</span>
    </li>
  )
}

/** Reads a month of an account. The service answers 404 for an account without bookings; then the page is empty. */
async function readMonth(code: string, month: string, currency: 'USD' | 'CDF', page: number): Promise<Page> {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  const query = { currency, from: `${month}-01`, to: last, page: String(page) }
  try {
    return await ask(() => client.ledger.accounts[':code'].transfers.$get({ param: { code }, query }))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NOTHING
    throw error
  }
}
