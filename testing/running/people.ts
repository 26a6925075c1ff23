import type { Role } from '#kernel/roles.ts'
import { MINUTE_MS } from '#kernel/time.ts'
import { DEMO_ADMIN, DEMO_PASSWORD } from '../../scripts/seed/people.ts'
import { drawPicture } from '../../scripts/seed/picture.ts'
import { freshPhone, PROFILE, SHOP, subscriptionBody } from '../fixtures/inputs.ts'
import { codeAfter, mustCall, type Somebody } from './call.ts'
import type { RunningService } from './start.ts'

export type Person = NonNullable<Somebody>

let words = 0
/** A word nobody else has: the beginning of an address or a name. */
export const freshWord = (word: string) => `${word}-${++words}`

/** Somebody whose address and number are proved, signed in. Staff come to be by the database, others as people do. */
export async function newPerson(
  service: RunningService,
  role: Role = 'BUYER',
  { hasPhone = true } = {},
): Promise<Person> {
  const email = `${freshWord(role.toLowerCase())}@proof.test`
  const phone = freshPhone()
  await service.sql(
    `INSERT INTO users (id, name, email, email_verified_at, phone, phone_verified_at, role, preferred_currency, locale, password_hash, created_at, updated_at)
     SELECT ?, ?, ?, 1, ?, ?, ?, 'USD', 'fr', u.password_hash, 1, 1 FROM users u WHERE u.email = ?`,
    ...[crypto.randomUUID(), `Test ${role}`, email, hasPhone ? phone : null, hasPhone ? 1 : null, role],
    DEMO_ADMIN.email,
  )
  return { ...(await signIn(service, email)), phone }
}

export async function signIn(service: RunningService, email: string): Promise<Person & { refreshToken: string }> {
  const json = { email, password: DEMO_PASSWORD }
  const { user, accessToken, refreshToken } = await mustCall(service, null, 'POST', '/auth/login/password', json)
  return { token: accessToken, refreshToken, id: user.id, email, phone: user.phone ?? '' }
}

/** An access token is good for a quarter of an hour. */
const TOKEN_MS = 8 * MINUTE_MS
const signedInAt = new WeakMap<Person, number>()

/** Signs somebody in again before their token runs out; who holds the person holds the new token. */
export async function keepSignedIn(service: RunningService, person: Person): Promise<Person> {
  const since = signedInAt.get(person)
  if (since === undefined || Date.now() - since > TOKEN_MS) {
    // Noted before it is done: of fifty who ask at once, one signs in, and the others' token is good for a while yet.
    signedInAt.set(person, Date.now())
    if (since !== undefined) person.token = (await signIn(service, person.email)).token
  }
  return person
}

const kept = new Map<string, Promise<Person>>()
/** One member of staff for a whole run. */
export async function memberOfStaff(service: RunningService, role: 'SUPPORT' | 'ADMIN' = 'SUPPORT'): Promise<Person> {
  const known = kept.get(role) ?? newPerson(service, role)
  kept.set(role, known)
  return keepSignedIn(service, await known)
}

/** The seeded plans by name: Gratuit costs nothing, Vendeur and Pro are paid. */
export async function planNamed(service: RunningService, name: 'Gratuit' | 'Vendeur' | 'Pro'): Promise<string> {
  const { plans } = await mustCall(service, null, 'GET', '/plans')
  return plans.find((plan: { name: string }) => plan.name === name).id
}

/** The order for a month of a plan. */
export const orderPlan = async (service: RunningService, plan: 'Gratuit' | 'Vendeur' | 'Pro', phone = freshPhone()) =>
  subscriptionBody(await planNamed(service, plan), phone)

export type Seller = Person & { profileId: string }

/** A seller on the free plan: one shop, five products. */
export async function newSellerOnFreePlan(service: RunningService): Promise<Seller> {
  const seller = await newPerson(service)
  const { id: profileId } = await mustCall(service, seller, 'POST', '/seller/profile', PROFILE)
  await mustCall(service, seller, 'POST', '/subscriptions', await orderPlan(service, 'Gratuit'))
  return { ...seller, profileId }
}

export type Shopkeeper = Seller & { shopId: string }

export async function newShopkeeper(service: RunningService): Promise<Shopkeeper> {
  const seller = await newSellerOnFreePlan(service)
  const { id: shopId } = await mustCall(service, seller, 'POST', '/seller/shop', SHOP)
  await mustCall(service, seller, 'POST', `/seller/shop/${shopId}/publish`)
  return { ...seller, shopId }
}

let subcategory: Promise<string> | undefined
/** Picks one of the categories that are there when it is first asked for. */
export const aSubcategory = (service: RunningService): Promise<string> => {
  subcategory ??= mustCall(service, null, 'GET', '/products/categories').then(({ categories }) => {
    const plain = categories.find(({ name }: { name: string }) => !/aliment|boisson/i.test(name)) ?? categories[0]
    return plain.subcategories[0].id
  })
  return subcategory
}

const picture = drawPicture('packet', 200)

export async function productForm(service: RunningService, shopId: string, stock: number): Promise<FormData> {
  const form = new FormData()
  const fields = {
    shopId,
    subcategoryId: await aSubcategory(service),
    name: 'Panier tressé du Kivu',
    description: 'Panier en fibres de bananier, tressé à la main à Bukavu.',
    currency: 'USD',
    expiresAt: '2099-01-01',
    variants: JSON.stringify([{ price: '12.50', stock }]),
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('images', new File([picture], 'panier.png', { type: 'image/png' }))
  return form
}

export type Offer = { seller: Shopkeeper; productId: string; variantId: string }

/** A product on sale at 12.50 USD. */
export async function newOffer(service: RunningService, stock: number, owner?: Shopkeeper): Promise<Offer> {
  const seller = owner ?? (await newShopkeeper(service))
  const product = await mustCall(service, seller, 'POST', '/products', await productForm(service, seller.shopId, stock))
  await mustCall(service, seller, 'POST', `/products/${product.id}/status`, { status: 'PUBLISHED' })
  return { seller, productId: product.id, variantId: product.variants[0].id }
}

/** A rider at work, who may take three jobs. */
export async function newRider(service: RunningService): Promise<Person & { riderId: string }> {
  const rider = await newPerson(service)
  const { id: riderId } = await mustCall(service, rider, 'POST', '/riders/apply', { vehicleType: 'MOTO' })
  await mustCall(service, await memberOfStaff(service), 'POST', `/riders/${riderId}/approve`, {})
  await mustCall(service, rider, 'POST', '/riders/me/availability', { availability: 'ONLINE' })
  return { ...rider, riderId }
}

/** Money to withdraw, with its counterpart in the platform's cash, and a proved number to withdraw it to. */
export async function fillWallet(
  service: RunningService,
  owner: Person,
  kind: 'seller' | 'rider',
  ownerId: string,
  amountMinor: number,
  ending?: string,
): Promise<string> {
  await service.sql(
    `INSERT INTO transfers (id, kind, ref, from_account, to_account, amount_minor, currency, created_at)
     VALUES (?1, 'proof:given', ?1, 'platform:cash', ?2, ?3, 'USD', 1)`,
    ...[crypto.randomUUID(), `${kind}:${ownerId}:available`, amountMinor],
  )
  const phoneNumber = freshPhone(ending)
  const number = { phoneNumber, network: 'vodacom', countryCode: 'CD' }
  const code = await codeAfter(service, phoneNumber, () =>
    mustCall(service, owner, 'POST', '/wallet/settings/payout-number/request', number),
  )
  await mustCall(service, owner, 'POST', '/wallet/settings/payout-number/confirm', { code })
  return phoneNumber
}

/** The minute between two codes passes. */
export const letResend = (service: RunningService, { id, email }: { id: string; email: string }) =>
  service.sql('UPDATE codes SET sent_at = 1 WHERE person IN (?, ?)', id, email)

/** The form that brings a proof of a delivery, or a picture for a message. */
export function photoForm(): FormData {
  const form = new FormData()
  form.append('file', new File([picture], 'carte.png', { type: 'image/png' }))
  return form
}

/** The form that brings a paper of a seller's identity file, or of a rider. */
export function paperForm(kind: string): FormData {
  const form = photoForm()
  form.append('kind', kind)
  return form
}
