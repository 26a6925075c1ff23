import { ENDED, OPEN, type Story, type StoryName } from './model.ts'
import { literal } from './template.ts'

export type Size = { orders: number; products: number; people: number; sellers: number; riders: number }

/** A market of this many orders; people and products follow from them. */
export const sizeOf = (
  orders: number,
  { products = Math.ceil(orders / 10), people = Math.ceil(orders / 5) } = {},
): Size => ({
  orders,
  products,
  people,
  sellers: Math.max(40, Math.ceil(products / 100)),
  riders: Math.max(30, Math.ceil(orders / 2000)),
})

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 350 * DAY_MS
/** Orders of each kind that are under way: together those of some two hours. */
const UNDER_WAY = 60
/** Orders of the last half day, at most. */
const BUSY = 2000
/** Shares of the ends of orders, of a hundred, in the order of ENDED. */
const ENDS = [60, 78, 90, 95]

const FIRST = [
  'Aline',
  'Grâce',
  'Patient',
  'Espérance',
  'Jean',
  'Furaha',
  'Bahati',
  'Divine',
  'Olivier',
  'Neema',
  'Josué',
]
const LAST = [
  'Mapendo',
  'Bahati',
  'Mugisho',
  'Cirhuza',
  'Uwase',
  'Kabila',
  'Nabintu',
  'Habimana',
  'Zawadi',
  'Balume',
  'Ilunga',
  'Amani',
  'Safi',
]
const GOODS = [
  'Savon',
  'Farine',
  'Riz',
  'Huile',
  'Sucre',
  'Lampe',
  'Marmite',
  'Cahier',
  'Chemise',
  'Panier',
  'Miel',
  'Haricots',
]

const oneOf = (words: string[], n: string) =>
  `json_extract(${literal(JSON.stringify(words))}, '$[' || ((${n}) % ${words.length}) || ']')`
const nameOf = (n: string) => `${oneOf(FIRST, n)} || ' ' || ${oneOf(LAST, `${n} / ${FIRST.length}`)}`
/** A number from 0 to 1 that is another for each `n` and `salt`. */
const chance = (n: string, salt: number) =>
  `((((${n}) * 2654435761 + ${salt * 40503}) & 4294967295) * 48271 % 2147483647 / 2147483647.0)`
const yearOf = (at: string) => `strftime('%Y', (${at}) / 1000 + 7200, 'unixepoch')`
const numbers = (from: number, to: number) =>
  `WITH RECURSIVE q(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM q WHERE i < ${to})`

/** Queries over the copies of each story, from one number to another. */
export function planOf(size: Size, now: number, stories: Record<StoryName, Story>) {
  const { orders, products, people, sellers, riders } = size
  const start = now - YEAR_MS
  const places = { sellers: 0, products: sellers, buyers: sellers + products, riders: sellers + products + people }
  const first = places.riders + riders
  const copiesOf = (name: StoryName, from: number, to: number, place: number, at: string, columns: string) => `
    ${numbers(from, to)}, w AS (SELECT i AS k, i + ${place} AS n, ${at} AS at FROM q)
    SELECT w.k, w.n, w.at, w.at - ${stories[name].beganAt} AS shift, printf('24381%07d', w.n) AS phone, ${columns} FROM w`
  const open = OPEN.length * UNDER_WAY
  const ended = orders - open
  if (ended < 0) throw new Error(`a market has ${open} orders under way at least`)
  // The first orders come when all shops are open.
  const openedAt = start + 21 * DAY_MS
  const busy = Math.min(BUSY, Math.floor(ended / 4))
  const endAt = now - HOUR_MS
  const atOf = `CAST(CASE
      WHEN i < ${ended - busy} THEN ${openedAt} + i * ${(endAt - DAY_MS / 2 - openedAt) / (ended - busy)}
      WHEN i < ${ended} THEN ${endAt - DAY_MS / 2} + (i - ${ended - busy}) * ${DAY_MS / 2 / busy}
      ELSE ${now} - 420000 + (i - ${ended}) * 10 END AS INTEGER)`
  const storyOf = `CASE ${[
    ...OPEN.map((name, place) => `WHEN i >= ${ended} AND i % ${OPEN.length} = ${place} THEN '${name}'`),
    ...ENDS.map((most, place) => `WHEN ${chance('i', 1)} * 100 < ${most} THEN '${ENDED[place]}'`),
  ].join(' ')} ELSE '${ENDED.at(-1)}' END`
  return {
    sellers: (from: number, to: number) =>
      copiesOf(
        'seller',
        from,
        to,
        places.sellers,
        `CAST(${start} + i * ${(10 * DAY_MS) / sellers} AS INTEGER)`,
        `
        'seller' || w.k || '@fill.example' AS email, ${nameOf('w.k')} AS name, ${oneOf(LAST, 'w.k * 7')} || ' Frais' AS business,
        'klvufrals' || w.k AS skeleton,
        printf('FAC-0000-%06d', w.k + 1) AS number`,
      ),
    products: (from: number, to: number) =>
      copiesOf(
        'product',
        from,
        to,
        places.products,
        `CAST(${start + 10 * DAY_MS} + i * ${(10 * DAY_MS) / products} AS INTEGER)`,
        `
        s.seller_id, s.profile_id, s.shop_id, 'produit-' || w.k AS slug,
        ${oneOf(GOODS, 'w.k')} || iif(w.k % 20 = 7, ' café', '') || iif(w.k % ${Math.max(1, Math.floor(products / 40))} = 3, ' kitenge', '') || ' ' || w.k AS name`,
      ).concat(` JOIN stalls s ON s.k = w.k % ${sellers}`),
    buyers: (from: number, to: number) =>
      copiesOf(
        'buyer',
        from,
        to,
        places.buyers,
        `CAST(${start} + i * ${YEAR_MS / people} AS INTEGER)`,
        `
        'buyer' || w.k || '@fill.example' AS email, ${nameOf('w.k')} AS name`,
      ),
    riders: (from: number, to: number) =>
      copiesOf(
        'rider',
        from,
        to,
        places.riders,
        `CAST(${start} + i * ${(10 * DAY_MS) / riders} AS INTEGER)`,
        `
        'rider' || w.k || '@fill.example' AS email, ${nameOf('w.k * 3')} AS name`,
      ),
    /** Buyer 0 has one order of 500, shop 0 one of 20, rider 0 one of 50. */
    orders: (from: number, to: number) => `
      ${numbers(from, to)}, w AS (SELECT i, i + ${first} AS n, ${atOf} AS at, ${storyOf} AS story FROM q),
      x AS (SELECT w.*, iif(i % ${Math.min(500, Math.floor(orders / 40))} = 7, 0, CAST(${chance('i', 2)} * max(1, ${people} * i / ${orders}) AS INTEGER)) AS buyer,
        iif(i % 20 = 3, 0, CAST(${chance('i', 3)} * ${chance('i', 3)} * ${sellers} AS INTEGER)) AS stall, ${chance('i', 4)} AS choice,
        iif(i % 50 = 11 AND i < ${ended}, 0, i / ${OPEN.length} % ${riders}) AS rider FROM w)
      SELECT x.n, x.at, x.story, x.at - CASE x.story ${[...ENDED, ...OPEN].map((name) => `WHEN '${name}' THEN ${stories[name].beganAt}`).join(' ')} END
          - CASE x.story ${OPEN.map((name) => `WHEN '${name}' THEN ${Math.max(0, stories[name].lastedMs - 420_000)}`).join(' ')} ELSE 0 END AS shift,
        printf('CMD-%s-%06d', ${yearOf('x.at')}, x.i + 1) AS number,
        b.buyer_id, b.buyer_email, b.phone, s.seller_id, s.seller_email, s.profile_id, s.shop_id, r.rider_id, r.rider_user_id, r.rider_email,
        g.product_id, g.variant0_id, g.variant1_id
      FROM x JOIN customers b ON b.k = x.buyer JOIN stalls s ON s.k = x.stall JOIN couriers r ON r.k = x.rider
        JOIN goods g ON g.k = x.stall + ${sellers} * CAST(x.choice * (${products} / ${sellers}) AS INTEGER) ORDER BY x.n`,
  }
}
