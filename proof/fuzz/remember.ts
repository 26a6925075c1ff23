import type { Case } from './case.ts'
import type { Person } from './people.ts'
import type { Pool } from './pool.ts'
import type { Answer } from './send.ts'

/** Keeps of an answer what later cases need: ids, the number a code went to, the amount it approves. */
export function remember(
  pool: Pool,
  { operation, value, address }: Case,
  { body }: Answer,
  caller: Person | undefined,
): void {
  const pathId = decodeURIComponent(/[0-9a-f]{8}-[0-9a-f-]{27}/.exec(address)?.[0] ?? '')
  pool.like(operation.operationId, pool.statusOf(pathId))
  pool.harvest(body?.data, operation.path, caller?.id)
  const orderId = /\/orders\/([^/?]+)\/tracking/.exec(address)?.[1]
  if (orderId && body?.data) pool.noteCodes(orderId, body.data)
  if (operation.operationId === 'postAuthCreateAccount')
    pool.add('account', JSON.stringify(pick(value, ['email', 'password'])))
  if (!caller || typeof value !== 'object' || value === null) return
  const { phone, phoneNumber, currency, amount, newPassword } = value as Record<string, string>
  if (newPassword) caller.password = newPassword
  switch (operation.operationId) {
    case 'postUsersPhoneRequest':
    case 'postWalletSettingsPayoutNumberRequest':
      caller.asked = phone ?? phoneNumber ?? ''
      break
    case 'postPayoutOtp':
    case 'postWalletPayoutOtp':
      caller.recall.postWalletPayout = caller.recall.postRidersMePayout = { currency, amount }
      break
    case 'postPayoutsRequestApproval':
    case 'postGatewayAPayoutsRequestApproval':
      caller.recall.postGatewayAPayoutsConfirm = { pendingId: body?.data?.pendingId }
  }
}

const pick = (value: unknown, keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, (value as Record<string, unknown> | undefined)?.[key]]))
