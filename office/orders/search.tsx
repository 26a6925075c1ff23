import { ask, client } from '../api.ts'
import { daysAgo, money, phone, when } from '../show.ts'
import { orderState, paymentState, toneOf } from '../states.ts'
import { Card, Cards, Facts, Tag } from '../ui/card.tsx'
import { SaveButton } from '../ui/files.tsx'
import { useKept } from '../ui/kept.ts'
import { Load, Pager, useLoad } from '../ui/load.tsx'
import { SearchBar } from '../ui/search-bar.tsx'

/** Orders by number, phone, e-mail or name, the newest first. */
export function OrdersPage() {
  const [search, setSearch] = useKept('commandes : recherche', '')
  const [page, setPage] = useKept('commandes : page', 1)
  const filter = search ? { search } : {}
  const loaded = useLoad(
    () => ask(() => client.staffOrders.index.$get({ query: { page: String(page), ...filter } })),
    [page, search],
  )
  return (
    <>
      <h1>Commandes</h1>
      <SearchBar
        label="Numéro de commande, téléphone, e-mail ou nom"
        value={search}
        onSearch={(text) => {
          setPage(1)
          setSearch(text)
        }}
      />
      <Load of={loaded}>
        {({ orders, totals, pagination }) => (
          <>
            <div class="tools">
              <p class="soft">
                {pagination.total} commande{pagination.total > 1 ? 's' : ''}
                {totals.map(({ currency, amount }) => ` · ${money(amount, currency)}`).join('')}
              </p>
              <SaveButton
                label="Télécharger en CSV"
                name={`commandes-${daysAgo(0)}.csv`}
                read={() => client.staffOrders.export.csv.$get({ query: filter })}
              />
            </div>
            <Cards empty="Aucune commande ne correspond.">
              {orders.map((order) => (
                <Card
                  key={order.id}
                  title={<a href={`#/commandes/${order.id}`}>{order.number}</a>}
                  tag={<Tag tone={toneOf(order.status)}>{orderState(order.status)}</Tag>}
                >
                  <p class="amount">{money(order.total, order.currency)}</p>
                  <Facts
                    of={[
                      ['Acheteur', order.buyer.name],
                      ['Téléphone', phone(order.buyer.phone)],
                      ['Boutique', order.shop.name],
                      ['Paiement', paymentState(order.paymentStatus)],
                      ['Passée', when(order.createdAt)],
                    ]}
                  />
                </Card>
              ))}
            </Cards>
            <Pager of={pagination} go={setPage} />
          </>
        )}
      </Load>
    </>
  )
}
