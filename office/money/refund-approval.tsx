import type { Refund, StaffOrderFile } from '@soko/client'
import { client } from '../api.ts'
import { money, phone } from '../show.ts'
import { Approval } from '../ui/approval.tsx'
import type { FieldSpec } from '../ui/fields.tsx'
import { COUNTRIES, choices, network } from '../words.ts'

const steps = {
  resend: (pendingId: string) => client.refunds['resend-code'].$post({ json: { pendingId } }),
  confirm: (pendingId: string, proof: { code: string }) =>
    client.refunds.confirm.$post({ json: { pendingId, ...proof } }),
  done: 'Le remboursement est parti.',
}
const sentBy = ({ amount, currency, phoneNumber }: Refund) => `${money(amount, currency)} vers le ${phone(phoneNumber)}`
const why: FieldSpec = { name: 'reason', label: 'Raison', kind: 'area' }

/** Approves a requested refund with the code that is mailed to the administrator. */
export function RefundApproval({ refund, reload }: { refund: Refund; reload: () => void }) {
  const { orderId, subscriptionPaymentId, kind, amount, currency } = refund
  const of = subscriptionPaymentId ? { subscriptionPaymentId } : { orderId: orderId ?? '' }
  const part = kind === 'PARTIAL' && { amount }
  const refundId = refund.id
  return (
    <Approval
      {...steps}
      label={refund.status === 'AWAITING_CODE' ? 'Demander un nouveau code' : 'Approuver'}
      title={`Rembourser ${money(amount, currency)} ?`}
      fields={[{ ...why, value: refund.reason ?? '' }]}
      request={({ reason = '' }) =>
        client.refunds['request-approval'].$post({ json: { ...of, ...part, refundId, reason } })
      }
      approves={sentBy(refund)}
      submit={`Envoyer ${money(amount, currency)}`}
      onDone={reload}
    >
      <p>
        {money(amount, currency)} repartent vers le {phone(refund.phoneNumber)}.
      </p>
    </Approval>
  )
}

/** Takes the code of a refund for which approval was already asked. */
export const RefundCode = ({ refund, reload }: { refund: Refund; reload: () => void }) => (
  <Approval
    {...steps}
    label="Saisir le code"
    title={`Rembourser ${money(refund.amount, refund.currency)} ?`}
    waiting={refund.id}
    approves={sentBy(refund)}
    submit={`Envoyer ${money(refund.amount, refund.currency)}`}
    onDone={reload}
  />
)

/** Refunds a paid order, or a part of it, with the code that is mailed to the administrator. */
export function OrderRefund({ order, reload }: { order: StaffOrderFile; reload: () => void }) {
  const { id, number, total, refundedAmount, currency } = order
  const left = (Number(total) - Number(refundedAmount)).toFixed(2)
  return (
    <Approval
      {...steps}
      label="Rembourser"
      title={`Rembourser la commande ${number}`}
      fields={[
        {
          name: 'amount',
          label: `Montant en ${currency}`,
          kind: 'amount',
          isOptional: true,
          hint: 'Vide : tout ce qui reste à rendre.',
        },
        why,
      ]}
      request={({ amount, reason = '' }) =>
        client.refunds['request-approval'].$post({ json: { orderId: id, reason, ...(amount && { amount }) } })
      }
      approves={({ amount }) => (amount ? money(amount, currency) : `tout ce qui reste, ${money(left, currency)}`)}
      submit="Envoyer le remboursement"
      onDone={reload}
    >
      <p>
        Payé : {money(total, currency)}
        {Number(refundedAmount) > 0 && `, déjà rendu : ${money(refundedAmount, currency)}`}. L'argent repart vers le
        numéro qui a payé.
      </p>
    </Approval>
  )
}

/** Sends a failed refund to another number of its buyer, with the code that is mailed to the administrator. */
export const OtherNumber = ({ refund, reload }: { refund: Refund; reload: () => void }) => (
  <Approval
    {...steps}
    label="Vers un autre numéro"
    title={`Renvoyer ${money(refund.amount, refund.currency)} vers un autre numéro ?`}
    fields={[
      {
        name: 'phoneNumber',
        label: 'Numéro',
        kind: 'phone',
        hint: "Un numéro vérifié de l'acheteur, ou qui a payé une de ses commandes.",
      },
      {
        name: 'network',
        label: 'Réseau',
        kind: 'select',
        options: choices(network, 'vodacom', 'orange', 'airtel', 'africell', 'mtn'),
      },
      { name: 'countryCode', label: 'Pays', kind: 'select', options: COUNTRIES },
    ]}
    request={({ phoneNumber = '', network, countryCode }) =>
      client.refunds[':id'].retry.$post({
        param: { id: refund.id },
        json: { phoneNumber, network: network as 'airtel', countryCode: countryCode as 'CD' },
      })
    }
    isRemembered
    approves={({ phoneNumber = '' }) => `${money(refund.amount, refund.currency)} vers le ${phoneNumber}`}
    submit={({ phoneNumber = '' }) => `Envoyer ${money(refund.amount, refund.currency)} au ${phoneNumber}`}
    onDone={reload}
  />
)
