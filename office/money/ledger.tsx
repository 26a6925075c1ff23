import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { money } from '../show.ts'
import { Form } from '../ui/act.tsx'
import { Tag } from '../ui/card.tsx'
import { Load, useLoad } from '../ui/load.tsx'
import { say } from '../ui/said.tsx'

/** Whether the books hold: the checks, and the trial balance of each currency. */
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
        run={async (_, once) => setFresh((await ask(() => client.ledger.checks.run.$post(undefined, once))).checks)}
        onDone={() => say('Contrôles refaits.')}
      />
    </section>
  )
}

function CheckList({ checks }: { checks: Check[] }) {
  const broken = checks.filter(({ ok }) => !ok)
  return (
    <>
      <p class={broken.length === 0 ? 'notice good' : 'refusal'}>
        {broken.length === 0
          ? `Les ${checks.length} contrôles sont bons.`
          : `${broken.length} contrôle${broken.length > 1 ? 's' : ''} sur ${checks.length} en échec.`}
      </p>
      <details open={broken.length > 0}>
        <summary>Voir chaque contrôle</summary>
        <ul class="lines">
          {[...broken, ...checks.filter(({ ok }) => ok)].map((check) => (
            <li key={check.name}>
              <span>{check.name}</span>
              <span>{check.ok ? <Tag tone="good">bon</Tag> : <Tag tone="bad">écart {check.difference}</Tag>}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}

function Balance() {
  const loaded = useLoad(() => ask(() => client.ledger['trial-balance'].$get()), [])
  return (
    <section class="panel">
      <h2>Balance générale</h2>
      <Load of={loaded}>
        {({ currencies }) => (
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Monnaie</th>
                  <th scope="col" class="end">
                    Débit
                  </th>
                  <th scope="col" class="end">
                    Crédit
                  </th>
                  <th scope="col" class="end">
                    Position de change
                  </th>
                  <th scope="col">Équilibre</th>
                </tr>
              </thead>
              <tbody>
                {currencies.map((each) => (
                  <tr key={each.currency}>
                    <th scope="row">{each.currency}</th>
                    <td class="end">{money(each.debit, each.currency)}</td>
                    <td class="end">{money(each.credit, each.currency)}</td>
                    <td class="end">{money(each.exchangePosition, each.currency)}</td>
                    <td>
                      {each.balanced ? <Tag tone="good">oui</Tag> : <Tag tone="bad">écart {each.difference}</Tag>}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Load>
    </section>
  )
}
