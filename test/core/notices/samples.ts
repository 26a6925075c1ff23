import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Money } from '../../../src/kernel/money.ts'
import { NOW } from '../../in-node/domain.ts'

/** Every `notices.ts` declares what it has by being imported. */
export const declareAll = () =>
  Promise.all(globSync('src/domain/**/notices.ts').map((path) => import(resolve(path)) as Promise<unknown>))

const number = 'CMD-2026-000123'
const code = '482915'
const phone = '243••••••789'
/** As long as its address is on a real domain. */
const undo = `https://www.soko.market/annuler?token=0199a3f2-5c1d-7e40-8a11-3f6b2c9d0e77.${'x'.repeat(43)}`
const amount: Money = { amountMinor: 3_700_000, currency: 'CDF' }
const reason = 'Le carton était ouvert et deux articles sur trois manquaient à la réception.'
const ours = { fr: "Le vendeur n'a pas répondu dans les 24 heures.", en: 'The seller did not answer within 24 hours.' }
const passkey = { name: "Téléphone d'Aline" }
const why = 'OTHER'
const until = NOW + 30 * 86_400_000

/** Facts for each kind, as its feature gives them; several where one may be missing. */
export const SAMPLES: Record<string, unknown[]> = {
  'account.exists': [undefined],
  'account.deleted': [{ at: until }],
  'account.restored': [undefined],
  'account.deletion-scheduled': [{ at: until }],
  'account.deletion-cancelled': [undefined],
  'admin-payout.completed': [{ amount, phone }],
  'admin-payout.failed': [{ amount, phone }],
  'code.admin-payout': [{ code, amount, phone: '243810000789' }],
  'change.undone': [undefined],
  'code.email': [{ code }],
  'code.expense': [{ code, amount, label: 'Loyer du dépôt de Bukavu, novembre' }],
  'code.login': [{ code }],
  'code.new-email': [{ code }],
  'code.payout-number': [{ code }],
  'code.phone': [{ code }],
  'code.recovery': [{ code }],
  'code.secondary-email': [{ code }],
  'code.withdrawal': [{ code, amount, phone }],
  'delivery.assigned': [{ number }],
  'delivery.called-off': [{ number }],
  'delivery.earned': [{ number, amount }],
  'delivery.turned-back': [{ number }],
  'delivery.unassigned': [{ number }],
  'email.changed': [{ email: 'a•••@example.com', link: undo }],
  'google.linked': [{ email: 'aline@gmail.com', link: undo }],
  'google.unlinked': [undefined],
  'incident.opened': [{ title: '30 mouvements non envoyés', description: 'La passerelle B refuse notre accès.' }],
  'kyc.approved': [{ reason: undefined }],
  'kyc.changes-requested': [{ reason }],
  'kyc.rejected': [{ reason }],
  'kyc.revoked': [{ reason }],
  'message.received': [
    { number: 'CMD-2026-000001', from: 'BUYER' },
    { number: 'CMD-2026-000001', from: 'SELLER' },
    { number: 'CMD-2026-000001', from: 'RIDER' },
  ],
  'order.accepted': [
    { number, prepMinutes: 45 },
    { number, prepMinutes: 10_080 },
    { number, prepMinutes: undefined },
  ],
  'order.cancelled': [
    { number, reason },
    { number, reason: ours },
    { number, reason: undefined },
  ],
  'order.completed': [{ number, amount }],
  'order.delivered': [{ number }],
  'order.delivery-failed': [{ number, why }],
  'order.out-for-delivery': [{ number }],
  'order.paid': [{ number, total: amount }],
  'order.payment-failed': [{ number }],
  'order.ready': [{ number }],
  'order.revived': [{ number }],
  'order.rejected': [
    { number, reason },
    { number, reason: ours },
    { number, reason: undefined },
  ],
  'order.returning': [{ number, why }],
  'order.rider-named': [{ number, rider: 'Baraka Mushi' }],
  'order.rider-withdrawn': [{ number }],
  'passkey.added': [{ ...passkey, link: undo }],
  'passkey.copied': [passkey],
  'passkey.removed': [passkey],
  'password.changed': [undefined],
  'password.created': [undefined],
  'password.reset-refused': [undefined],
  'password.reset-link': [{ link: `https://soko.test/reinitialiser?token=${'x'.repeat(80)}` }],
  'payout-number.changed': [{ phone, link: undo }],
  'payout.completed': [{ amount }],
  'payout.failed': [{ amount }],
  'phone.added': [{ phone, link: undo }],
  'phone.changed': [{ phone, link: undo }],
  'phone.removed': [{ link: undo }],
  'recovery.cancelled': [undefined],
  'recovery.completed': [undefined],
  'recovery.proven': [{ availableAt: until }],
  'refund.other-number': [{ number, phone }],
  'refund.second-payment': [{ number, amount }],
  'refund.succeeded': [{ number, amount }],
  'product.changes-requested': [{ name: 'Café du Kivu', reason }],
  'product.rejected': [{ name: 'Café du Kivu', reason }],
  'product.restored': [{ name: 'Café du Kivu', reason: undefined }],
  'product.taken-down': [{ name: 'Café du Kivu', reason }],
  'rider.approved': [{ reason: undefined }],
  'rider.reactivated': [{ reason: undefined }],
  'rider.rejected': [{ reason }, { reason: undefined }],
  'rider.suspended': [{ reason }, { reason: undefined }],
  'secondary-email.added': [{ email: 'a•••@example.com', link: undo }],
  'secondary-email.promoted': [{ link: undo }],
  'secondary-email.removed': [{ link: undo }],
  'session.new-device': [
    { clientType: 'MOBILE', address: '41.243.0.1', at: NOW },
    { clientType: 'WEB', address: null, at: NOW },
  ],
  'session.reused': [{ at: NOW }],
  'shop.approved': [{ shop: 'Kivu Frais', reason: undefined }],
  'shop.changes-requested': [{ shop: 'Kivu Frais', reason }],
  'shop.reactivated': [{ shop: 'Kivu Frais', reason: undefined }],
  'shop.rejected': [{ shop: 'Kivu Frais', reason }],
  'shop.suspended': [{ shop: 'Kivu Frais', reason }],
  'subscription.active': [{ plan: 'Étoile', until }],
  'subscription.expired': [undefined],
  'subscription.grace': [{ until }],
  'subscription.paid-too-late': [{ plan: 'Étoile', amount }],
  'subscription.payment-failed': [undefined],
  'totp.backup-codes-renewed': [undefined],
  'totp.disabled': [undefined],
  'totp.enabled': [{ link: undo }],
  'user.factors-reset': [undefined],
}

/** What reaches phones, and how many messages the longest of each costs: in French, in English. */
export const ON_PHONES: Record<string, [fr: number, en: number]> = {
  'account.deletion-cancelled': [1, 1],
  'account.deletion-scheduled': [1, 1],
  'change.undone': [1, 1],
  'code.payout-number': [1, 1],
  'code.phone': [1, 1],
  'code.recovery': [1, 1],
  'email.changed': [1, 1],
  'google.linked': [1, 1],
  'google.unlinked': [1, 1],
  'order.out-for-delivery': [1, 1],
  'order.paid': [1, 1],
  'passkey.added': [1, 1],
  'passkey.copied': [1, 1],
  'passkey.removed': [1, 1],
  'password.changed': [1, 1],
  'password.created': [1, 1],
  'payout-number.changed': [1, 1],
  'phone.added': [1, 1],
  'phone.changed': [1, 1],
  'phone.removed': [1, 1],
  'recovery.cancelled': [1, 1],
  'recovery.completed': [1, 1],
  'recovery.proven': [1, 1],
  'secondary-email.added': [1, 1],
  'secondary-email.promoted': [1, 1],
  'secondary-email.removed': [1, 1],
  'totp.backup-codes-renewed': [1, 1],
  'totp.disabled': [1, 1],
  'totp.enabled': [1, 1],
  'user.factors-reset': [1, 1],
}
