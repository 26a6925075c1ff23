import type { ExchangeRate, UpdateExchangeRateBody } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { when } from '../show.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { CURRENCIES } from '../words.ts'

/** What one currency is worth in another. */
export function RatesPage() {
  const [page, setPage] = useState(1)
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
          run={(values) =>
            ask(() => client.exchangeRates.index.$put({ json: values as unknown as UpdateExchangeRateBody }))
          }
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
                <RateCard key={rate.id} rate={rate} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

function RateCard({ rate, reload }: { rate: ExchangeRate; reload: () => void }) {
  const { baseCurrency, quoteCurrency, isActive } = rate
  return (
    <Card
      title={`1 ${baseCurrency} = ${rate.rate.replace('.', ',')} ${quoteCurrency}`}
      tag={isActive ? <Tag tone="good">en vigueur</Tag> : <Tag>arrêté</Tag>}
      buttons={
        <Act
          label="Changer"
          title={`Changer le taux ${baseCurrency} → ${quoteCurrency}`}
          fields={[
            { name: 'rate', label: `1 ${baseCurrency} vaut, en ${quoteCurrency}`, kind: 'amount', value: rate.rate },
          ]}
          submit="Fixer"
          run={({ rate = '' }) =>
            ask(() => client.exchangeRates.index.$put({ json: { baseCurrency, quoteCurrency, rate } }))
          }
          done="Taux fixé."
          onDone={reload}
        />
      }
    >
      <Facts
        of={[
          ['Source', rate.source],
          ['Depuis', when(rate.effectiveAt)],
        ]}
      />
    </Card>
  )
}
