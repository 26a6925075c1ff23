import type { Invoice } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { ADMIN, useMay } from '../role.ts'
import { day, money, number as numberWords } from '../show.ts'
import { invoiceState } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { Days, type Period } from '../ui/days.tsx'
import { SaveButton } from '../ui/files.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { SellerName } from '../ui/people.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { choices } from '../words.ts'

/** The invoices of sellers for their plans. */
export function InvoicesPage() {
  const [page, setPage] = useKept('factures : page', 1)
  const [status, setStatus] = useKept<Invoice['status'] | ''>('factures : état', '')
  const [period, setPeriod] = useState<Period>({})
  const loaded = useLoad(
    () =>
      ask(() => client.invoices.index.$get({ query: { page: String(page), ...(status && { status }), ...period } })),
    [page, status, period],
  )
  return (
    <>
      <h1>Factures</h1>
      <div class="tools">
        <StateFilter
          all="Toutes"
          options={choices(invoiceState, ...invoiceState.all)}
          value={status}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as Invoice['status'] | '')
          }}
        />
        <Days
          onChange={(days) => {
            setPage(1)
            setPeriod(days)
          }}
        />
      </div>
      <Load of={loaded}>
        {({ invoices, pagination }) => (
          <>
            <Cards empty="Aucune facture.">
              {invoices.map((invoice) => (
                <InvoiceCard key={invoice.id} invoice={invoice} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

function InvoiceCard({ invoice, reload }: { invoice: Invoice; reload: () => void }) {
  const { id, number, status, total, currency, lines, taxAmount, taxRate, issuedAt, sellerProfileId } = invoice
  const may = useMay()
  const param = { id }
  const of = client.invoices[':id']
  return (
    <Card
      of={id}
      title={number}
      tag={<Tag tone={status === 'PAID' ? 'good' : status === 'VOID' ? 'bad' : 'wait'}>{invoiceState(status)}</Tag>}
      buttons={
        <>
          <SaveButton label="Télécharger en PDF" name={`${number}.pdf`} read={() => of.pdf.$get({ param })} />
          {may(ADMIN) && status !== 'VOID' && (
            <Act
              label="Annuler la facture"
              title={`Annuler la facture ${number} ?`}
              tone="no"
              fields={[{ name: 'reason', label: 'Raison', kind: 'area' }]}
              run={({ reason = '' }) => ask(() => of.void.$post({ param, json: { reason } }))}
              done="Facture annulée."
              onDone={reload}
            >
              <p>Elle garde son numéro et devient nulle. Aucun argent ne bouge, et l'abonnement continue.</p>
            </Act>
          )}
        </>
      }
    >
      <p class="amount">{money(total, currency)}</p>
      <Facts
        of={[
          ['Vendeur', <SellerName id={sellerProfileId} />],
          ['Pour', lines.map(({ description }) => description).join(', ')],
          ['Dont taxe', Number(taxAmount) > 0 && `${money(taxAmount, currency)} (${numberWords(taxRate)} %)`],
          ['Émise', day(issuedAt)],
        ]}
      />
    </Card>
  )
}
