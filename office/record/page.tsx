import type { AuditEntry } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { when } from '../show.ts'
import { Card, Cards, Facts } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { Days, type Period } from '../ui/days.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { PersonName } from '../ui/people.tsx'
import { SearchBar } from '../ui/search-bar.tsx'
import { actWords, FREQUENT_ACTS } from './words.ts'

const ACTIONS = [
  { value: '', label: 'Tous' },
  ...FREQUENT_ACTS.map((value) => ({ value, label: actWords(value) })).sort((a, b) =>
    a.label.localeCompare(b.label, 'fr'),
  ),
]

type Filter = { action?: string; actorId?: string; targetId?: string } & Period

/** Acts of the team, its readings of private things, and people's acts with money, the newest first. */
export function RecordPage() {
  const [page, setPage] = useKept('registre : page', 1)
  const [filter, setFilter] = useState<Filter>({})
  const loaded = useLoad(
    () => ask(() => client.audit.index.$get({ query: { page: String(page), ...filter } })),
    [page, filter],
  )
  const narrow = (more: Filter) => {
    setPage(1)
    setFilter((before) =>
      Object.fromEntries(
        Object.entries({ ...before, ...more }).filter(([, value]) => value !== undefined && value !== ''),
      ),
    )
  }
  return (
    <>
      <h1>Registre des actes</h1>
      <Actor onFound={(actorId) => narrow({ actorId })} />
      <div class="tools">
        <Choice label="Acte" options={ACTIONS} value={filter.action ?? ''} onChoice={(action) => narrow({ action })} />
        <Days onChange={({ from = '', to = '' }) => narrow({ from, to })} />
      </div>
      <Narrowed filter={filter} onWider={narrow} />
      <Load of={loaded}>
        {({ entries, pagination }) => (
          <>
            <Cards empty="Aucun acte.">
              {entries.map((entry) => (
                <EntryCard key={entry.id} entry={entry} onNarrow={narrow} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

/** Filters the record by one person: the search must find exactly one. */
function Actor({ onFound }: { onFound: (id: string) => void }) {
  const [refusal, setRefusal] = useState('')
  const find = async (search: string) => {
    setRefusal('')
    if (search === '') return onFound('')
    const { users } = await ask(() => client.users.index.$get({ query: { search, limit: '2' } }))
    const [user, other] = users
    if (user && !other) onFound(user.id)
    else setRefusal(user ? 'Plusieurs personnes correspondent : écrivez son e-mail.' : 'Personne ne correspond.')
  }
  return (
    <>
      <SearchBar label="Qui : nom ou e-mail" onSearch={find} />
      {refusal && (
        <p class="refusal" role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

function Narrowed({ filter: { actorId, targetId }, onWider }: { filter: Filter; onWider: (filter: Filter) => void }) {
  if (!actorId && !targetId) return null
  return (
    <div class="buttons below">
      {actorId && (
        <button type="button" onClick={() => onWider({ actorId: '' })}>
          Actes d'une personne ×
        </button>
      )}
      {targetId && (
        <button type="button" onClick={() => onWider({ targetId: '' })}>
          Actes sur une chose ×
        </button>
      )}
    </div>
  )
}

function EntryCard({ entry, onNarrow }: { entry: AuditEntry; onNarrow: (filter: Filter) => void }) {
  const { action, actorId, targetId, details, at } = entry
  const facts = Object.entries(details).flatMap(([name, value]): [string, string][] =>
    DETAILS[name] && typeof value !== 'object' ? [[DETAILS[name], String(value)]] : [],
  )
  return (
    <Card
      title={actWords(action)}
      buttons={
        <>
          {actorId && (
            <button type="button" onClick={() => onNarrow({ actorId })}>
              Ses actes
            </button>
          )}
          <button type="button" onClick={() => onNarrow({ targetId })}>
            Tout sur cette chose
          </button>
        </>
      }
    >
      <Facts of={[['Qui', actorId ? <PersonName id={actorId} /> : 'le service'], ['Quand', when(at)], ...facts]} />
      <details>
        <summary>Tout ce qui est noté</summary>
        <Facts
          of={[
            ['Identifiant', targetId],
            ...Object.entries(details).map(([name, value]): [string, string] => [
              name,
              typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          ]}
        />
      </details>
    </Card>
  )
}

const DETAILS: Record<string, string> = {
  reason: 'Raison',
  note: 'Note',
  amount: 'Montant',
  currency: 'Monnaie',
  role: 'Rôle',
  title: 'Titre',
  from: 'De',
  to: 'À',
  outcome: 'Décision',
  fields: 'Champs',
  people: 'Personnes',
  number: 'Numéro',
}
