import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { money, when } from '../show.ts'
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

type Check = {
  name: string
  ok: boolean
  difference: string
  things: string[]
  checkedAt: string | null
  wholeAt: string | null
}

function Checks() {
  const loaded = useLoad(() => ask(() => client.ledger.checks.$get()), [])
  const [askedAt, setAskedAt] = useState<string | null>()
  return (
    <section class="panel">
      <h2>Contrôles</h2>
      <Load of={loaded}>
        {({ checks, runAskedAt }) => <CheckList checks={checks} askedAt={askedAt ?? runAskedAt} />}
      </Load>
      <Form
        submit="Refaire les contrôles"
        run={async (_) => setAskedAt((await ask(() => client.ledger.checks.run.$post(undefined))).runAskedAt)}
        onDone={() => say('Contrôles demandés : la minute suivante les fait.')}
      />
    </section>
  )
}

const latest = (times: (string | null)[]) =>
  times
    .filter((at) => at !== null)
    .sort()
    .at(-1)

function CheckList({ checks, askedAt }: { checks: Check[]; askedAt: string | null }) {
  const broken = checks.filter(({ ok }) => !ok)
  const passed = checks.filter(({ ok }) => ok)
  return (
    <>
      <p class={broken.length === 0 ? 'notice good' : 'refusal'}>
        {broken.length === 0
          ? `Les ${checks.length} contrôles sont bons.`
          : `${broken.length} contrôle${broken.length > 1 ? 's' : ''} sur ${checks.length} en échec.`}
      </p>
      <p class="soft">
        Ce qui a changé : contrôlé {when(latest(checks.map(({ checkedAt }) => checkedAt)))}. Tout : relu{' '}
        {when(latest(checks.map(({ wholeAt }) => wholeAt)))}, la nuit.
        {askedAt && ` Contrôle demandé ${when(askedAt)}.`}
      </p>
      {broken.length > 0 && (
        <>
          <p>À transmettre à l'équipe technique, avec ces noms :</p>
          <ul class="lines">
            {broken.map(({ name, difference, things }) => (
              <li key={name}>
                <span>
                  {lawWords(name)} <small lang="en">({name})</small>
                  {things.length > 0 && (
                    <small>
                      {' '}
                      {things.join(', ')}
                      {things.length < Number(difference) && ` (${things.length} sur ${difference})`}
                    </small>
                  )}
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
