import { html } from 'hono/html'
import type { showShopPage } from '#domain/office/market/show-shop.ts'
import type { PublicShopPageView, PublicShopView } from '#domain/shops/shops/view.ts'
import { fail } from '#kernel/failure.ts'
import { formatInstant } from '#kernel/format.ts'
import type { Html, Page } from './layout.ts'
import {
  cards,
  crumbs,
  crumbsThing,
  money,
  pagePath,
  picturePath,
  ratingThing,
  ratingWords,
  titleOf,
  turns,
  wordsPages,
} from './parts.ts'
import { placeOf } from './place.ts'

const DAYS = ['Dimanche', 'Lundi', 'Mardi', 'Mercredi', 'Jeudi', 'Vendredi', 'Samedi']
const DAYS_OF_SCHEMA = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/**
 * One page of a shop: who sells, where and when, and what is new there. The next ones have more of its products and of a long text.
 * @throws 404 for a page that it has not
 */
export function shopPage({ shop, ...listed }: Awaited<ReturnType<typeof showShopPage>>, origin: string): Page {
  const { products, page, hasMore } = listed
  const path = `/b/${shop.slug}`
  const place = placeOf(shop.address)
  const picture = shop.bannerUrl ?? shop.logoUrl
  const texts = wordsPages(shop.description)
  if (page > 1 && products.length === 0 && page > texts.length) fail('NOT_FOUND')
  return {
    title: titleOf(`${shop.name}, ${place}`, page),
    description: shop.description || `Ce que vend ${shop.name}, à ${place} : les prix et ce qui est en stock.`,
    path: pagePath(path, page),
    preview: picture ? { path: picturePath(picture, 600), alt: shop.name } : undefined,
    things: [...(page === 1 ? [shopThing(shop, origin, place)] : []), crumbsThing([{ name: shop.name, path }], origin)],
    body: html`${crumbs([])}${page === 1 ? banner(shop) : ''}<h1>${shop.name}</h1><p class="soft">${place}</p>${
      page === 1 ? about(shop, texts[0] ?? '') : (texts[page - 1] ?? '')
    }${page === 1 || products.length > 0 ? html`<h2>En vente</h2>${cards(products)}` : ''}${turns(path, page, hasMore || page < texts.length)}`,
  }
}

const banner = ({ bannerUrl }: PublicShopView): Html | '' =>
  bannerUrl === null
    ? ''
    : html`<img class="wide" src="${picturePath(bannerUrl, 1080)}" alt="" width="1080" height="360">`

const about = (shop: PublicShopPageView, words: Html | ''): Html =>
  html`<p>${opening(shop)}</p>${ratingWords(shop.rating)}${
    shop.closureNote ? html`<p class="words">${shop.closureNote}</p>` : ''
  }${words}${hours(shop)}<p class="soft">${terms(shop)}</p><p class="soft">${sellerOf(shop)}</p>`

/** The seller in one line, with the numbers of a company's registration. */
function sellerOf({ seller }: PublicShopPageView): string {
  const { businessName, businessType, city, isVerified, rccm, idNat, taxNumber } = seller
  const numbers = [
    ...(rccm ? [`RCCM ${rccm}`] : []),
    ...(idNat ? [`Id. nat. ${idNat}`] : []),
    ...(taxNumber ? [`N° d'impôt ${taxNumber}`] : []),
  ]
  const kind = businessType === 'COMPANY' ? 'société' : 'particulier'
  const who = `Vendu par ${businessName} (${kind}${city ? `, ${city}` : ''})`
  return [who, ...(isVerified ? ['identité vérifiée'] : []), ...numbers].join(' · ')
}

function opening({ isOpen, opensAt }: PublicShopView): string {
  if (isOpen) return 'Ouverte en ce moment'
  return opensAt === null ? 'Fermée pour le moment' : `Fermée jusqu'au ${formatInstant(Date.parse(opensAt))}`
}

const hours = ({ openingHours }: PublicShopView): Html =>
  openingHours.length === 0
    ? html``
    : html`<div class="box hours"><table>${openingHours.map(
        ({ day, open, close }) => html`<tr><th scope="row">${DAYS[day]}</th><td>${open} – ${close}</td></tr>`,
      )}</table></div>`

function terms({ deliveryMethods, minOrderAmount, currency }: PublicShopView): string {
  const ways = [
    ...(deliveryMethods.includes('DELIVERY') ? ['Livraison'] : []),
    ...(deliveryMethods.includes('PICKUP') ? ['Retrait à la boutique'] : []),
  ]
  const least = Number(minOrderAmount) > 0 ? [`Commande à partir de ${money(minOrderAmount, currency)}`] : []
  return [...ways, ...least].join(' · ')
}

const shopThing = (shop: PublicShopView, origin: string, place: string) => ({
  '@type': 'Store',
  name: shop.name,
  url: `${origin}/b/${shop.slug}`,
  ...(shop.logoUrl && {
    logo: origin + picturePath(shop.logoUrl, 480),
    image: origin + picturePath(shop.logoUrl, 480),
  }),
  ...ratingThing(shop.rating),
  address: {
    '@type': 'PostalAddress',
    streetAddress: place,
    addressLocality: shop.address.city,
    addressCountry: shop.address.country,
  },
  openingHoursSpecification: shop.openingHours.map(({ day, open, close }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: DAYS_OF_SCHEMA[day],
    opens: open,
    closes: close,
  })),
})
