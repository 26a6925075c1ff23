import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { money } from '../show.ts'
import { Facts, Tag } from '../ui/card.tsx'
import { Form } from '../ui/form.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { say } from '../ui/said.tsx'
import { isTotal, lawWords } from './law-words.ts'

/** The state of the books: the checks, and the trial balance of each currency. */
export function LedgerPage() {
  return (
    <>
      <h1>Grand livre</h1>
      <Checks />
      <Balance />
    </>
  )
}

type Check = { name: string; ok: boolean; difference: string }

function Checks() {
  const loaded = useLoad(() => ask(() => client.ledger.checks.$get()), [])
  const [fresh, setFresh] = useState<Check[]>()
  return (
    <section class="panel">
      <h2>Contrôles</h2>
      <Load of={loaded}>{({ checks }) => <CheckList checks={fresh ?? checks} />}</Load>
      <Form
        submit="Refaire les contrôles"
        run={async (_) => setFresh((await ask(() => client.ledger.checks.run.$post(undefined))).checks)}
        onDone={() => say('Contrôles refaits.')}
      />
    </section>
  )
}

function CheckList({ checks }: { checks: Check[] }) {
  const broken = checks.filter(({ ok }) => !ok)
  const passed = checks.filter(({ ok }) => ok)
  return (
    <>
      <p class={broken.length === 0 ? 'notice good' : 'refusal'}>
        {broken.length === 0
          ? `Les ${checks.length} contrôles sont bons.`
          : `${broken.length} contrôle${broken.length > 1 ? 's' : ''} sur ${checks.length} en échec.`}
      </p>
      {broken.length > 0 && (
        <>
          <p>À transmettre à l'équipe technique, avec ces noms :</p>
          <ul class="lines">
            {broken.map(({ name, difference }) => (
              <li key={name}>
                <span>
                  {lawWords(name)} <small lang="en">({name})</small>
                </span>
                <Tag tone="bad">écart {difference}</Tag>
              </li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>Voir chaque contrôle</summary>
        <Passed title="Argent, stock et états" checks={passed.filter(({ name }) => !isTotal(name))} />
        <Passed title="Compteurs des listes" checks={passed.filter(({ name }) => isTotal(name))} />
      </details>
    </>
  )
}

const Passed = ({ title, checks }: { title: string; checks: Check[] }) => (
  <>
    <h3>
      {title} <span class="count">{checks.length}</span>
    </h3>
    <ul>
      {checks.map(({ name }) => (
        <li key={name}>{lawWords(name)}</li>
      ))}
    </ul>
  </>
)

function Balance() {
  const loaded = useLoad(() => ask(() => client.ledger['trial-balance'].$get()), [])
  return (
    <section class="panel">
      <h2>Balance générale</h2>
      <Load of={loaded}>
        {({ currencies }) =>
          currencies.length === 0 ? (
            <p class="soft">Aucun mouvement.</p>
          ) : (
            currencies.map((each) => (
              <div key={each.currency}>
                <h3>
                  {each.currency}{' '}
                  {each.balanced ? <Tag tone="good">en équilibre</Tag> : <Tag tone="bad">écart {each.difference}</Tag>}
                </h3>
                <Facts
                  of={[
                    ['Débit', money(each.debit, each.currency)],
                    ['Crédit', money(each.credit, each.currency)],
                    ['Position de change', money(each.exchangePosition, each.currency)],
                  ]}
                />
              </div>
            ))
          )
        }
      </Load>
    </section>
  )
}
