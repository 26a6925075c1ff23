import type { OwnerWallet } from '@soko/client'
import { ask, client } from '../api.ts'
import { money, phone } from '../show.ts'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { SearchBar } from '../ui/search-bar.tsx'

/** The wallets of sellers and riders, the newest first; a search finds sellers by name. */
export function WalletsPage() {
  const [search, setSearch] = useKept('portefeuilles : recherche', '')
  const [page, setPage] = useKept('portefeuilles : page', 1)
  return (
    <>
      <h1>Portefeuilles</h1>
      <SearchBar
        label="Nom commercial ou téléphone du vendeur"
        value={search}
        onSearch={(text) => {
          setPage(1)
          setSearch(text)
        }}
      />
      {search ? <Sellers search={search} page={page} go={setPage} /> : <Wallets page={page} go={setPage} />}
    </>
  )
}

type Props = { page: number; go: (page: number) => void }

function Wallets({ page, go }: Props) {
  const loaded = useLoad(() => ask(() => client.ownerWallets.index.$get({ query: { page: String(page) } })), [page])
  return (
    <Load of={loaded}>
      {({ wallets, pagination }) => (
        <div class="below">
          <Cards empty="Aucun portefeuille.">
            {wallets.map((wallet) => (
              <Card
                key={wallet.sellerProfileId}
                title={<a href={`#/portefeuilles/${wallet.sellerProfileId}`}>{wallet.name}</a>}
                tag={<Owner wallet={wallet} />}
              >
                <Facts of={wallet.balances.map(({ currency, available }) => [currency, money(available, currency)])} />
              </Card>
            ))}
          </Cards>
          <Pager of={pagination} go={go} />
        </div>
      )}
    </Load>
  )
}

function Sellers({ search, page, go }: Props & { search: string }) {
  const loaded = useLoad(
    () => ask(() => client.staffSellers.index.$get({ query: { page: String(page), search } })),
    [page, search],
  )
  return (
    <Load of={loaded}>
      {({ profiles, pagination }) => (
        <div class="below">
          <Cards empty="Aucun vendeur ne correspond.">
            {profiles.map(({ id, businessName, contactPhone }) => (
              <Card key={id} title={<a href={`#/portefeuilles/${id}`}>{businessName}</a>}>
                <Facts of={[['Téléphone', phone(contactPhone)]]} />
              </Card>
            ))}
          </Cards>
          <Pager of={pagination} go={go} />
        </div>
      )}
    </Load>
  )
}

/** The kind of a wallet's owner, and whether the wallet is frozen. */
export const Owner = ({ wallet }: { wallet: OwnerWallet }) => (
  <>
    <Tag>{wallet.kind === 'seller' ? 'vendeur' : 'livreur'}</Tag>
    {wallet.frozen && <Tag tone="bad">gelé</Tag>}
  </>
)
