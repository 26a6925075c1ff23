import type { Booking, BookingList, PendingApproval } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { ADMIN, useMay, useMe } from '../role.ts'
import { money, when } from '../show.ts'
import { bookingState } from '../states.ts'
import { Act } from '../ui/act.tsx'
import { Approval, type ApprovalProps } from '../ui/approval.tsx'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { type FieldSpec, withoutEmpty } from '../ui/fields.tsx'
import { PaperButton } from '../ui/files.tsx'
import { keep, keptValue, useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { PersonName } from '../ui/people.tsx'
import { StateFilter } from '../ui/state-filter.tsx'
import { UploadButton } from '../ui/upload.tsx'
import { bookingKind, CURRENCIES, choices } from '../words.ts'

type Status = Booking['status']
/** The name under which the tab remembers the name of the chosen statement: a browser keeps no file over a reload. */
const PAPER = 'ecritures : relevé'
/** Each gateway: the compiler asks for one that is missing. */
const GATEWAYS = Object.keys({ A: true, B: true } satisfies Record<NonNullable<Booking['gateway']>, true>)

/** Bookings that finance makes from a statement of the bank or of an operator; another administrator confirms each. */
export function BookingsPage() {
  const [page, setPage] = useKept('ecritures : page', 1)
  const [status, setStatus] = useKept<Status | ''>('ecritures : état', '')
  const [paper, choosePaper] = useState<File>()
  const [lost, setLost] = useState(keptValue<string>(PAPER))
  const setPaper = (file: File | undefined) => {
    keep(PAPER, file?.name)
    setLost(undefined)
    choosePaper(file)
  }
  const loaded = useLoad(
    () => ask(() => client.ledger.bookings.$get({ query: { page: String(page), ...(status && { status }) } })),
    [page, status],
  )
  return (
    <>
      <h1>Banque et frais</h1>
      <div class="tools">
        <StateFilter
          all="Toutes"
          options={choices(bookingState, ...bookingState.all)}
          value={status}
          onChoice={(chosen) => {
            setPage(1)
            setStatus(chosen as Status | '')
          }}
        />
        <UploadButton
          label={paper ? `Relevé : ${paper.name}` : 'Choisir un relevé'}
          accept="image/jpeg,image/png,image/webp,application/pdf"
          send={async (file) => setPaper(file)}
          done="Relevé prêt : il part avec la prochaine demande."
        />
        <Act
          label="Demander une écriture"
          title="Demander une écriture"
          tone="yes"
          fields={FIELDS}
          run={(values) => {
            const form = { ...withoutEmpty(values), ...(paper && { document: paper }) } as unknown as RequestForm
            return ask(() => client.ledger.bookings.request.$post({ form }))
          }}
          submit="Demander"
          done="Écriture demandée : un autre administrateur la confirme dans les 24 heures."
          onDone={() => {
            setPaper(undefined)
            loaded.reload()
          }}
        >
          {lost ? (
            <p class="notice">
              Le relevé {lost} ne survit pas à un rechargement de la page : fermez, choisissez-le de nouveau.
            </p>
          ) : (
            <p class="soft">{paper ? `Avec le relevé ${paper.name}.` : 'Sans relevé joint.'}</p>
          )}
        </Act>
      </div>
      <Load of={loaded}>
        {({ bookings, fees, pagination }) => (
          <>
            <p class="soft">Frais annoncés par les opérateurs : {feesSaid(fees)}</p>
            <Cards empty="Aucune écriture.">
              {bookings.map((booking) => (
                <BookingCard key={booking.id} booking={booking} reload={loaded.reload} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

type RequestForm = Parameters<typeof client.ledger.bookings.request.$post>[0]['form']

const feesSaid = (fees: BookingList['fees']) =>
  fees.map(({ month, gateway, currency, amount }) => `${month}, ${gateway} : ${money(amount, currency)}`).join(' · ') ||
  'aucuns'

/** Kinds of bookings at an operator: each names it. */
const AT_GATEWAY: Booking['kind'][] = ['GATEWAY_FEE', 'SETTLEMENT', 'TOP_UP']
const EXCHANGE = { name: 'kind', is: 'EXCHANGE' }
const FIELDS: FieldSpec[] = [
  {
    name: 'kind',
    label: 'Écriture',
    kind: 'select',
    isDecision: true,
    options: choices(bookingKind, ...bookingKind.all),
  },
  ...AT_GATEWAY.map(
    (kind): FieldSpec => ({
      ...{ name: 'gateway', label: 'Opérateur', kind: 'select', isDecision: true },
      options: choices((name) => name, ...GATEWAYS),
      onlyWhen: { name: 'kind', is: kind },
    }),
  ),
  { name: 'amount', label: 'Montant', kind: 'amount' },
  { name: 'currency', label: 'Monnaie', kind: 'select', options: CURRENCIES },
  { name: 'toAmount', label: 'Montant reçu en échange', kind: 'amount', onlyWhen: EXCHANGE },
  { name: 'toCurrency', label: 'Monnaie reçue', kind: 'select', options: CURRENCIES, onlyWhen: EXCHANGE },
  { name: 'reference', label: 'Référence du relevé', maxLength: 80 },
  { name: 'note', label: 'Note', kind: 'area' },
]

const exchangedFor = ({ toAmount, toCurrency }: Booking) =>
  toCurrency && toAmount ? ` contre ${money(toAmount, toCurrency)}` : ''

/** A booking, with the confirmation by an administrator who did not ask for it. */
function BookingCard({ booking, reload }: { booking: Booking; reload: () => void }) {
  const { id, kind, status, gateway, amount, currency, document, requestedBy } = booking
  const may = useMay()
  const isOwn = requestedBy === useMe().id
  const isOpen = status === 'REQUESTED'
  return (
    <Card
      of={id}
      title={gateway ? `${bookingKind(kind)}, opérateur ${gateway}` : bookingKind(kind)}
      tag={<Tag tone={status === 'BOOKED' ? 'good' : isOpen ? 'wait' : 'bad'}>{bookingState(status)}</Tag>}
      buttons={
        <>
          {document && (
            <PaperButton
              label="Relevé"
              isPicture={document.contentType.startsWith('image/')}
              read={() => fetch(document.url)}
            />
          )}
          {isOpen && may(ADMIN) && !isOwn && <Confirm booking={booking} reload={reload} />}
        </>
      }
    >
      <p class="amount">
        {money(amount, currency)}
        {exchangedFor(booking)}
      </p>
      <Facts
        of={[
          ['Référence', booking.reference],
          ['Note', booking.note],
          ['Demandée par', isOwn ? 'vous : un autre administrateur la confirme' : <PersonName id={requestedBy} />],
          ['Confirmée par', booking.confirmedBy && <PersonName id={booking.confirmedBy} />],
          ['Comptabilisée', booking.bookedAt && when(booking.bookedAt)],
          ['Annulée', booking.reversedAt && when(booking.reversedAt)],
          ['Expire', isOpen && booking.expiresAt ? when(booking.expiresAt) : null],
        ]}
      />
    </Card>
  )
}

type Ask = ReturnType<NonNullable<ApprovalProps['resend']>>

function Confirm({ booking, reload }: { booking: Booking; reload: () => void }) {
  const { id: pendingId, kind, amount, currency, reference } = booking
  const { confirm } = client.ledger.bookings
  // Without a code, the operation sends one and answers so.
  const request = (json: { pendingId: PendingApproval['pendingId'] }) => confirm.$post({ json }) as unknown as Ask
  return (
    <Approval
      label="Confirmer par code"
      title={`Confirmer ${money(amount, currency)} ?`}
      isRemembered
      request={() => request({ pendingId })}
      approves={`${bookingKind(kind)}, ${money(amount, currency)}${exchangedFor(booking)}`}
      resend={(id) => request({ pendingId: id })}
      confirm={(id, { code }) => confirm.$post({ json: { pendingId: id, code } })}
      submit={`Confirmer ${money(amount, currency)}`}
      done="Écriture comptabilisée."
      onDone={reload}
    >
      <p>
        {bookingKind(kind)}, référence {reference}.
      </p>
    </Approval>
  )
}
