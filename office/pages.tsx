import type { ComponentChildren } from 'preact'
import { BlogPage } from './blog/list.tsx'
import { PostPage } from './blog/post.tsx'
import { BroadcastPage } from './broadcast/page.tsx'
import { DecidePage } from './decide/page.tsx'
import { FiguresPage } from './figures/page.tsx'
import { HealthPage } from './health/page.tsx'
import { IncidentsPage } from './incidents/list.tsx'
import { InvoicesPage } from './invoices/list.tsx'
import { BookingsPage } from './money/bookings.tsx'
import { ExpensesPage } from './money/expenses.tsx'
import { LedgerPage } from './money/ledger.tsx'
import { PayoutsPage } from './money/payouts.tsx'
import { RefundsPage } from './money/refunds.tsx'
import { NoticesPage } from './notices/page.tsx'
import { OrderPage } from './orders/order.tsx'
import { OrdersPage } from './orders/search.tsx'
import { PersonPage } from './people/person.tsx'
import { PeoplePage } from './people/search.tsx'
import { RecordPage } from './record/page.tsx'
import { ADMIN, DESK, FINANCE, STAFF, type StaffRole } from './role.ts'
import { AccountPage } from './session/factor.tsx'
import { CategoriesPage } from './settings/categories.tsx'
import { PlansPage } from './settings/plans.tsx'
import { PlatformPage } from './settings/platform.tsx'
import { RatesPage } from './settings/rates.tsx'
import { ZonesPage } from './settings/zones.tsx'
import { TicketsPage } from './tickets/list.tsx'
import { TicketPage } from './tickets/ticket.tsx'
import { WalletsPage } from './wallets/list.tsx'
import { WalletPage } from './wallets/wallet.tsx'

/** The parts of the menu, in order. */
export const GROUPS = ['Travail', 'Argent', 'Publications', 'Réglages', 'Équipe'] as const
type Group = (typeof GROUPS)[number]

export type Page = {
  name: string
  group: Group
  title: string
  roles: StaffRole[]
  show: (id: string, onMeChanged: () => void) => ComponentChildren
}

/** Every page with the roles that may see it. A person begins on the first page that they may see. */
export const PAGES: Page[] = [
  { name: '', group: 'Travail', title: 'À décider', roles: STAFF, show: () => <DecidePage /> },
  {
    name: 'commandes',
    group: 'Travail',
    title: 'Commandes',
    roles: DESK,
    show: (id) => (id ? <OrderPage key={id} id={id} /> : <OrdersPage />),
  },
  { name: 'incidents', group: 'Travail', title: 'Incidents', roles: DESK, show: () => <IncidentsPage /> },
  {
    name: 'tickets',
    group: 'Travail',
    title: 'Tickets',
    roles: DESK,
    show: (id) => (id ? <TicketPage key={id} id={id} /> : <TicketsPage />),
  },
  {
    name: 'personnes',
    group: 'Travail',
    title: 'Personnes',
    roles: DESK,
    show: (id) => (id ? <PersonPage key={id} id={id} /> : <PeoplePage />),
  },
  { name: 'chiffres', group: 'Travail', title: 'Chiffres', roles: STAFF, show: () => <FiguresPage /> },
  { name: 'remboursements', group: 'Argent', title: 'Remboursements', roles: STAFF, show: () => <RefundsPage /> },
  { name: 'versements', group: 'Argent', title: 'Versements', roles: FINANCE, show: () => <PayoutsPage /> },
  { name: 'depenses', group: 'Argent', title: 'Dépenses', roles: FINANCE, show: () => <ExpensesPage /> },
  { name: 'ecritures', group: 'Argent', title: 'Banque et frais', roles: FINANCE, show: () => <BookingsPage /> },
  {
    name: 'portefeuilles',
    group: 'Argent',
    title: 'Portefeuilles',
    roles: FINANCE,
    show: (id) => (id ? <WalletPage key={id} id={id} /> : <WalletsPage />),
  },
  { name: 'factures', group: 'Argent', title: 'Factures', roles: FINANCE, show: () => <InvoicesPage /> },
  { name: 'livre', group: 'Argent', title: 'Grand livre', roles: FINANCE, show: () => <LedgerPage /> },
  { name: 'annonces', group: 'Publications', title: 'Annonces', roles: DESK, show: () => <BroadcastPage /> },
  {
    name: 'blog',
    group: 'Publications',
    title: 'Blog',
    roles: DESK,
    show: (id) => (id ? <PostPage key={id} id={id} /> : <BlogPage />),
  },
  { name: 'reglages', group: 'Réglages', title: 'Réglages du marché', roles: FINANCE, show: () => <PlatformPage /> },
  { name: 'taux', group: 'Réglages', title: 'Taux de change', roles: FINANCE, show: () => <RatesPage /> },
  { name: 'zones', group: 'Réglages', title: 'Zones de livraison', roles: ADMIN, show: () => <ZonesPage /> },
  { name: 'plans', group: 'Réglages', title: 'Plans', roles: ADMIN, show: () => <PlansPage /> },
  { name: 'categories', group: 'Réglages', title: 'Catégories', roles: DESK, show: () => <CategoriesPage /> },
  { name: 'etat', group: 'Équipe', title: 'État du service', roles: STAFF, show: () => <HealthPage /> },
  { name: 'registre', group: 'Équipe', title: 'Registre des actes', roles: ADMIN, show: () => <RecordPage /> },
  { name: 'notifications', group: 'Équipe', title: 'Notifications', roles: STAFF, show: () => <NoticesPage /> },
  {
    name: 'compte',
    group: 'Équipe',
    title: 'Mon compte',
    roles: STAFF,
    show: (_, onMeChanged) => <AccountPage onChanged={onMeChanged} />,
  },
]
