import { ApiError, type ExchangeRate, type UpdateExchangeRateBody } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, useMay } from '../role.ts'
import { number, when } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { LEAP, useSecondLook } from '../ui/second-look.ts'
import { CURRENCIES } from '../words.ts'

type Currency = ExchangeRate['baseCurrency']

/** The value of one unit of `from` in `to` now, also if the rate is set in the other direction; undefined if there is no rate. */
async function rateNow(from: Currency, to: Currency): Promise<string | undefined> {
  try {
    return (await ask(() => client.exchangeRates.preview.$post({ json: { amount: '1', from, to } }))).rate
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** Sets a rate. A rate that leaps must be confirmed by a second press: a comma in the wrong place would reprice the whole market. */
function useSetRate() {
  const { isConfirmed, again } = useSecondLook()
  const isAdmin = useMay()(ADMIN)
  return async (json: UpdateExchangeRateBody) => {
    const now = await rateNow(json.baseCurrency, json.quoteCurrency)
    const change = Number(json.rate) / Number(now) - 1
    const leap = `${now} ${json.rate}`
    const isSure = isConfirmed(leap)
    if (Math.abs(change) > LEAP && !isSure) {
      const percent = `${change > 0 ? '+' : '−'}${number(Math.round(Math.abs(change) * 100))} %`
      throw again(leap, `${number(now ?? '')} devient ${number(json.rate)} : ${percent}.`)
    }
    const confirmJump = isSure && isAdmin
    try {
      await ask(() => client.exchangeRates.index.$put({ json: { ...json, ...(confirmJump && { confirmJump }) } }))
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'RATE_JUMP' && isAdmin) throw again(leap, error.message)
      throw error
    }
  }
}

/** The value of each currency in the others. */
export function RatesPage() {
  const [page, setPage] = useKept('taux : page', 1)
  const setRate = useSetRate()
  const loaded = useLoad(() => ask(() => client.exchangeRates.index.$get({ query: { page: String(page) } })), [page])
  return (
    <>
      <h1>Taux de change</h1>
      <div class="tools">
        <Act
          label="Fixer un taux"
          title="Fixer un taux"
          tone="yes"
          fields={[
            { name: 'baseCurrency', label: 'Une unité de', kind: 'select', options: CURRENCIES, value: 'USD' },
            { name: 'rate', label: 'vaut', kind: 'amount' },
            { name: 'quoteCurrency', label: 'en', kind: 'select', options: CURRENCIES, value: 'CDF' },
          ]}
          run={(values) => setRate(values as unknown as UpdateExchangeRateBody)}
          submit="Fixer"
          done="Taux fixé."
          onDone={loaded.reload}
        >
          <p>Il vaut pour les prochaines commandes ; celles qui sont passées gardent le leur.</p>
        </Act>
      </div>
      <Load of={loaded}>
        {({ rates, pagination }) => (
          <>
            <Cards empty="Aucun taux.">
              {rates.map((rate) => (
                <RateCard key={rate.id} rate={rate} isInForce={inForce(rates).includes(rate)} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

/** The newest rate in force of each pair. */
function inForce(rates: ExchangeRate[]): ExchangeRate[] {
  const now = new Date().toISOString()
  const held = rates.filter(({ isActive, effectiveAt }) => isActive && effectiveAt <= now)
  const isOlder = (rate: ExchangeRate) =>
    held.some(
      (other) =>
        other.baseCurrency === rate.baseCurrency &&
        other.quoteCurrency === rate.quoteCurrency &&
        (other.effectiveAt > rate.effectiveAt || (other.effectiveAt === rate.effectiveAt && other.id > rate.id)),
    )
  return held.filter((rate) => !isOlder(rate))
}

function stateOf({ isActive, effectiveAt }: ExchangeRate, isInForce: boolean) {
  if (isInForce) return <Tag tone="good">en vigueur</Tag>
  if (!isActive) return <Tag>arrêté</Tag>
  return effectiveAt > new Date().toISOString() ? <Tag tone="wait">à venir</Tag> : <Tag>remplacé</Tag>
}

type CardProps = { rate: ExchangeRate; isInForce: boolean; reload: () => void }

function RateCard({ rate, isInForce, reload }: CardProps) {
  const { baseCurrency, quoteCurrency } = rate
  const setRate = useSetRate()
  return (
    <Card
      of={rate.id}
      title={`1 ${baseCurrency} = ${number(rate.rate)} ${quoteCurrency}`}
      tag={stateOf(rate, isInForce)}
      buttons={
        isInForce && (
          <Act
            label="Changer"
            title={`Changer le taux ${baseCurrency} → ${quoteCurrency}`}
            fields={[
              {
                name: 'rate',
                label: `1 ${baseCurrency} vaut, en ${quoteCurrency}`,
                kind: 'amount',
                value: number(rate.rate),
              },
            ]}
            submit="Fixer"
            run={({ rate: next = '' }) => setRate({ baseCurrency, quoteCurrency, rate: next })}
            done="Taux fixé."
            onDone={reload}
          />
        )
      }
    >
      <Facts
        of={[
          ['Source', rate.source === 'MANUAL' ? "fixé par l'équipe" : rate.source],
          ['Depuis', when(rate.effectiveAt)],
        ]}
      />
    </Card>
  )
}
