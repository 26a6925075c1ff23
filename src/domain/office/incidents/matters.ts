import { NO_BACKUP } from '#domain/core/backups/watch.ts'
import { FILE_BROKEN } from '#domain/core/files/sealed.ts'
import type { Matter } from '#domain/core/incidents/matter.ts'
import { MAILS_USED_UP, SMS_USED_UP } from '#domain/core/notices/budget-told.ts'
import { OWN_MATTER } from '#domain/core/own-matter.ts'
import { GATEWAY_MATTERS } from '#domain/money/gateways/matters.ts'
import { LEDGER_MATTERS } from '#domain/money/ledger/matters.ts'
import { WALLET_MATTERS } from '#domain/money/wallet/matters.ts'
import { ORDER_MATTERS } from '#domain/orders/orders/matters.ts'
import { REFUND_MATTERS } from '#domain/orders/refunds/matters.ts'
import { SUBSCRIPTION_MATTERS } from '#domain/shops/subscriptions/matters.ts'
import { DATABASE_FULL } from '../platform/watch-database.ts'

/** Every kind of incident that the service opens; a test checks that none is missing. */
export const MATTERS: Matter[] = [
  ...[...GATEWAY_MATTERS, ...LEDGER_MATTERS, ...WALLET_MATTERS, ...ORDER_MATTERS, FILE_BROKEN, ...REFUND_MATTERS],
  ...[...SUBSCRIPTION_MATTERS, NO_BACKUP, SMS_USED_UP, MAILS_USED_UP, DATABASE_FULL, OWN_MATTER],
]

/** The kinds, the longest name first, because a name may begin with another one. */
const byLength = MATTERS.toSorted((a, b) => b.name.length - a.name.length)

/** The kind of an incident of the service; undefined for an incident of a person. */
export const matterOf = ({ ref, openedBy }: { ref: string; openedBy: string | null }): Matter | undefined =>
  openedBy === null ? byLength.find(({ name }) => ref.startsWith(`${name}:`)) : undefined
