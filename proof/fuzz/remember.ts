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
  if (operation.operationId === 'createAccount') pool.add('account', JSON.stringify(pick(value, ['email', 'password'])))
  if (!caller || typeof value !== 'object' || value === null) return
  const { phone, phoneNumber, currency, amount, newPassword } = value as Record<string, string>
  if (newPassword) caller.password = newPassword
  switch (operation.operationId) {
    case 'requestPhone':
    case 'requestPayoutNumber':
      caller.asked = phone ?? phoneNumber ?? ''
      break
    case 'requestWithdrawal':
    case 'requestWithdrawalAlias':
      caller.recall.withdraw = caller.recall.withdrawAsRider = { currency, amount }
      break
    case 'requestPayoutApproval':
    case 'requestPayoutApprovalAlias':
      caller.recall.confirmPayout = { pendingId: body?.data?.pendingId }
      break
    case 'requestRefundApproval':
      caller.recall.confirmRefund = caller.recall.resendRefundCode = { pendingId: body?.data?.pendingId }
  }
}

const pick = (value: unknown, keys: string[]) =>
  Object.fromEntries(keys.map((key) => [key, (value as Record<string, unknown> | undefined)?.[key]]))
