import type { User } from '@soko/client'
import { useState } from 'preact/hooks'
import { ask, client } from '../api.ts'
import { Load, useLoad } from '../ui/load.tsx'
import { SearchBar } from '../ui/search-bar.tsx'
import { roleWord } from '../words.ts'

type Props = { people: User[]; onChange: (people: User[]) => void }

/** The chosen people, and a search that adds more one by one. */
export function PeopleChoice({ people, onChange }: Props) {
  const [search, setSearch] = useState('')
  return (
    <>
      {people.length > 0 && (
        <ul class="chips">
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                class="chip"
                aria-label={`Retirer ${person.name}`}
                onClick={() => onChange(people.filter(({ id }) => id !== person.id))}
              >
                {person.name} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <SearchBar label="Ajouter : nom, e-mail ou téléphone" onSearch={setSearch} />
      {search && <Found search={search} people={people} onChange={onChange} />}
    </>
  )
}

function Found({ search, people, onChange }: Props & { search: string }) {
  const loaded = useLoad(() => ask(() => client.users.index.$get({ query: { search, limit: '10' } })), [search])
  return (
    <Load of={loaded}>
      {({ users }) => {
        const left = users.filter((user) => !people.some(({ id }) => id === user.id))
        if (left.length === 0) return <p class="soft">Personne d'autre ne correspond.</p>
        return (
          <ul class="lines">
            {left.map((user) => (
              <li key={user.id}>
                <span>
                  {user.name}{' '}
                  <span class="soft">
                    {roleWord(user.role)}, {user.email}
                  </span>
                </span>
                <button type="button" onClick={() => onChange([...people, user])}>
                  Ajouter
                </button>
              </li>
            ))}
          </ul>
        )
      }}
    </Load>
  )
}
