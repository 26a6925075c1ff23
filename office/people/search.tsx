import type { User } from '@soko/client'
import { ask, client } from '../api.ts'
import { phone, when } from '../show.ts'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { SearchBar } from '../ui/search-bar.tsx'
import { roleWord } from '../words.ts'

/** People by name, e-mail or phone, the newest first. */
export function PeoplePage() {
  const [search, setSearch] = useKept('personnes : recherche', '')
  const [page, setPage] = useKept('personnes : page', 1)
  const loaded = useLoad(
    () => ask(() => client.users.index.$get({ query: { page: String(page), ...(search && { search }) } })),
    [page, search],
  )
  return (
    <>
      <h1>Personnes</h1>
      <SearchBar
        label="Nom, e-mail ou téléphone"
        value={search}
        onSearch={(text) => {
          setPage(1)
          setSearch(text)
        }}
      />
      <Load of={loaded}>
        {({ users, pagination }) => (
          <>
            <p class="soft">
              {pagination.total} personne{pagination.total > 1 ? 's' : ''}
            </p>
            <Cards empty="Personne ne correspond.">
              {users.map((user) => (
                <PersonCard key={user.id} user={user} />
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}

const PersonCard = ({ user }: { user: User }) => (
  <Card
    title={<a href={`#/personnes/${user.id}`}>{user.name}</a>}
    tag={user.isBlocked ? <Tag tone="bad">bloqué</Tag> : <Tag>{roleWord(user.role)}</Tag>}
  >
    <Facts
      of={[
        ['E-mail', user.email],
        ['Téléphone', phone(user.phone)],
        ['Inscrit', when(user.createdAt)],
      ]}
    />
  </Card>
)
