import type { OwnerWallet, RequestSettlementBody } from '@soko/client'
import { ask, client } from '../api.ts'
import { ADMIN, useMay } from '../role.ts'
import { money, phone } from '../show.ts'
import { Act, reason } from '../ui/act.tsx'
import { Approval } from '../ui/approval.tsx'
import { Facts } from '../ui/card.tsx'
import type { Values } from '../ui/fields.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { choices, network, wordsFor } from '../words.ts'
import { Owner } from './list.tsx'
import { Statement } from './statement.tsx'

/** A seller's or rider's wallet: its balances, its movements, and whether money may leave it. */
export function WalletPage({ id }: { id: string }) {
  const param = { sellerProfileId: id }
  const loaded = useLoad(() => ask(() => client.ownerWallets[':sellerProfileId'].$get({ param })), [id])
  return (
    <>
      <p>
        <a class="back" href="#/portefeuilles">
          Tous les portefeuilles
        </a>
      </p>
      <Load of={loaded}>{(wallet) => <Wallet wallet={wallet} reload={loaded.reload} />}</Load>
    </>
  )
}

type Props = { wallet: OwnerWallet; reload: () => void }

const Wallet = ({ wallet, reload }: Props) => (
  <>
    <div class="head">
      <h1>{wallet.name}</h1>
      <Owner wallet={wallet} />
    </div>
    <Buttons wallet={wallet} reload={reload} />
    {wallet.balances.map((balance) => (
      <section class="panel" key={balance.currency}>
        <h2>En {balance.currency}</h2>
        <p class="amount">{money(balance.available, balance.currency)}</p>
        <Facts
          of={[
            ['À venir', money(balance.pending, balance.currency)],
            ['Retraits en route', money(balance.reserved, balance.currency)],
            ['Gagné en tout', money(balance.lifetimeEarned, balance.currency)],
            ['Retiré en tout', money(balance.lifetimeWithdrawn, balance.currency)],
            ['Retrait possible', balance.canWithdraw ? 'oui' : 'non'],
          ]}
        />
      </section>
    ))}
    <section class="panel">
      <Facts
        of={[
          [
            'Numéro de retrait',
            wallet.payoutNumber
              ? `${phone(wallet.payoutNumber.phoneNumber)}, ${network(wallet.payoutNumber.network)}`
              : 'aucun',
          ],
          ['Gelé parce que', wallet.freezeReason],
        ]}
      />
    </section>
    <Statement wallet={wallet} />
  </>
)

function Buttons({ wallet, reload }: Props) {
  const may = useMay()
  const param = { sellerProfileId: wallet.sellerProfileId }
  const of = client.ownerWallets[':sellerProfileId']
  if (!may(ADMIN)) return null
  return (
    <div class="buttons">
      {wallet.frozen ? (
        <Act
          label="Dégeler"
          title={`Dégeler le portefeuille de ${wallet.name} ?`}
          tone="yes"
          fields={[{ name: 'reason', label: 'Raison', kind: 'area', isOptional: true }]}
          run={({ reason }) => ask(() => of.unfreeze.$post({ param, json: reason ? { reason } : {} }))}
          done="Portefeuille dégelé."
          onDone={reload}
        >
          <p>Les retraits redeviennent possibles, et la personne est prévenue.</p>
        </Act>
      ) : (
        <Act
          label="Geler"
          title={`Geler le portefeuille de ${wallet.name} ?`}
          tone="no"
          fields={[reason]}
          run={({ reason = '' }) => ask(() => of.freeze.$post({ param, json: { reason } }))}
          done="Portefeuille gelé."
          onDone={reload}
        >
          <p>Plus aucun retrait n'en part ; les gains continuent d'arriver, et la personne est prévenue.</p>
        </Act>
      )}
      {wallet.balances.map((balance) => (
        <Settle key={balance.currency} wallet={wallet} balance={balance} reload={reload} />
      ))}
    </div>
  )
}

type Balance = OwnerWallet['balances'][number]
type Kind = RequestSettlementBody['kind']

/** Settles a debt, or money that leaves only by a settlement: an administrator asks, and the mailed code books it. */
function Settle({ wallet, balance, reload }: Props & { balance: Balance }) {
  const { currency, available } = balance
  const amount = Number(available)
  if (amount === 0) return null
  const param = { sellerProfileId: wallet.sellerProfileId }
  const of = client.ownerWallets[':sellerProfileId'].settle
  const request = ({ kind, note = '' }: Values) =>
    of.request.$post({ param, json: { currency, kind: kind as Kind, note } })
  const kinds = amount < 0 ? choices(settlement, 'WRITE_OFF', 'COLLECT') : choices(settlement, 'SEIZE', 'WRITE_OFF')
  return (
    <Approval
      label={`Régler en ${currency}`}
      title={`Régler le portefeuille de ${wallet.name} en ${currency} ?`}
      fields={[
        { name: 'kind', label: 'Comment', kind: 'select', isDecision: true, options: kinds },
        {
          name: 'note',
          label: 'Pourquoi, que la personne lira',
          kind: 'area',
          hint: "D'une dette payée par un encaissement de l'équipe, donnez-en la référence.",
        },
      ]}
      isRemembered
      request={request}
      resend={(_, values) => request(values)}
      approves={({ kind }) => `${kind ? settlement(kind as Kind) : ''}, ${money(available, currency)}`}
      confirm={(pendingId, { code }) => of.confirm.$post({ param, json: { pendingId, code } })}
      submit="Régler"
      done="Portefeuille réglé."
      onDone={reload}
    >
      <p>{money(available, currency)} sont dans ce portefeuille ; la somme passe par notre caisse.</p>
    </Approval>
  )
}

const settlement = wordsFor<Kind>({
  WRITE_OFF: 'Abandonner : une dette, ou un reste sous le minimum',
  COLLECT: 'Noter la dette payée',
  SEIZE: "Saisir : d'un compte bloqué",
})
