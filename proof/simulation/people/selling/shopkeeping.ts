import { reportProduct, reportShop } from '#domain/catalogue/reports/report.ts'
import { resolveReport } from '#domain/catalogue/reports/resolve.ts'
import type { Actor, Ctx } from '#domain/core/context.ts'
import { updateMySellerProfile } from '#domain/shops/profiles/update-mine.ts'
import { decideShop } from '#domain/shops/reviews/decide.ts'
import { closeShop } from '#domain/shops/shops/close.ts'
import { setShopBanner, setShopLogo } from '#domain/shops/shops/pictures.ts'
import { reactivateShop, suspendShop } from '#domain/shops/shops/suspend.ts'
import type { Simulation } from '../../simulation.ts'
import { picture } from '../goods.ts'
import { act, type Command, type Commands, owner, pickFrom } from '../plan.ts'

type ShopCard = { id: string; status: string; seller: string; review: string }

/** Something that is done to a shop: mostly to one that is meant, now and then to any. */
const onShop = (
  name: string,
  weight: number,
  by: (simulation: Simulation, shop: ShopCard) => Actor,
  isMeant: (shop: ShopCard) => boolean,
  run: (ctx: Ctx, id: string) => Promise<unknown>,
): Command => ({
  weight,
  plan(simulation) {
    const all = simulation.store.rows<ShopCard>(
      'SELECT id, status, seller_profile_id AS seller, review_status AS review FROM shops ORDER BY id',
    )
    const shop = pickFrom(simulation, simulation.random.chance(0.1) ? all : all.filter(isMeant))
    return shop && act(name, by(simulation, shop), shop.id, (ctx) => run(ctx, shop.id))
  },
})

const itsSeller = (simulation: Simulation, { seller }: ShopCard) =>
  owner(simulation, simulation.people.sellers, ({ sellerProfileId }) => sellerProfileId === seller)
const someStaff = (simulation: Simulation) =>
  simulation.random.pick([simulation.people.support, ...simulation.people.admins])

const isPending = ({ review }: ShopCard) => review === 'PENDING'
const isOpen = ({ status }: ShopCard) => status !== 'CLOSED'
const reason = 'Signalée'

const REPORT = { reasonCode: 'COUNTERFEIT', comment: 'Une copie' } as const
const aBuyer = ({ random, people }: Simulation) => random.pick(people.buyers)
type Thing = { id: string }

/** Sellers' acts on their business beside selling, and acts of staff on their shops. */
export const shopkeeping: Commands = {
  updateMySellerProfile: {
    weight: 0.5,
    plan({ random, people }) {
      const input = random.pick([{ businessName: 'Kivu Doux' }, { taxNumber: 'A1234567' }, { rccm: null }])
      return act('updateMySellerProfile', random.pick(people.sellers), input, (ctx) =>
        updateMySellerProfile(ctx, input),
      )
    },
  },
  setShopLogo: onShop('setShopLogo', 0.5, itsSeller, isOpen, (ctx, id) => setShopLogo(ctx, id, { logo: picture() })),
  setShopBanner: onShop('setShopBanner', 0.3, itsSeller, isOpen, (ctx, id) =>
    setShopBanner(ctx, id, { banner: picture() }),
  ),
  approveShop: onShop('approveShop', 0.5, someStaff, isPending, (ctx, id) => decideShop(ctx, id, 'approve', {})),
  rejectShop: onShop('rejectShop', 0.3, someStaff, isPending, (ctx, id) => decideShop(ctx, id, 'reject', { reason })),
  suspendShop: onShop(
    'suspendShop',
    0.4,
    someStaff,
    ({ status }) => status === 'PUBLISHED',
    (ctx, id) => suspendShop(ctx, id, { reason }),
  ),
  reactivateShop: onShop(
    'reactivateShop',
    3,
    someStaff,
    ({ status }) => status === 'SUSPENDED',
    (ctx, id) => reactivateShop(ctx, id, {}),
  ),
  // A market without shops has nothing to tell: those that never opened close oftener.
  closeShop: onShop(
    'closeShop',
    0.3,
    itsSeller,
    ({ status }) => status === 'DRAFT' || status === 'UNPUBLISHED',
    closeShop,
  ),
  reportProduct: {
    weight: 0.5,
    plan(simulation) {
      const product = pickFrom(simulation, simulation.store.rows<Thing>('SELECT id FROM products ORDER BY id'))
      return (
        product && act('reportProduct', aBuyer(simulation), product.id, (ctx) => reportProduct(ctx, product.id, REPORT))
      )
    },
  },
  reportShop: onShop('reportShop', 0.4, aBuyer, isOpen, (ctx, id) => reportShop(ctx, id, REPORT)),
  resolveReport: {
    weight: 0.5,
    plan(simulation) {
      const report = pickFrom(
        simulation,
        simulation.store.rows<Thing>('SELECT id FROM reports ORDER BY status DESC, id LIMIT 5'),
      )
      const decision = simulation.random.pick(['ACTIONED', 'DISMISSED'] as const)
      return (
        report &&
        act('resolveReport', someStaff(simulation), report.id, (ctx) => resolveReport(ctx, report.id, { decision }))
      )
    },
  },
}
