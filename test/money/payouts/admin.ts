import { env } from 'cloudflare:workers'
import { call, freshPhone, type signUp, until } from '../../api.ts'
import { codesUnder } from '../wallet/owner.ts'

export type Admin = Awaited<ReturnType<typeof signUp>>
export const SUBJECT = 'Code pour un versement'

/** A payout that gateway A takes; its number waits for the page. */
export const toVodacom = (over: Record<string, unknown> = {}) => ({
  amount: '20.50',
  currency: 'USD',
  phoneNumber: freshPhone(),
  provider: 'VODACOM_MPESA_COD',
  country: 'COD',
  reason: 'Remboursement de frais',
  ...over,
})

export const request = (as: Parameters<typeof call>[0], body: unknown, path = '/payouts/request-approval') =>
  call(as, 'POST', path, body)
export const confirm = (
  as: Parameters<typeof call>[0],
  pendingId: unknown,
  code: unknown,
  headers?: Record<string, string>,
) => call(as, 'POST', '/gatewayA/payouts/confirm', { pendingId, code }, headers)

/** Asks for a payout and reads the code that came for it. */
export async function pending(
  admin: Admin,
  body = toVodacom(),
): Promise<{ pendingId: string; code: string; phone: string }> {
  const before = (await codesUnder(admin.email, SUBJECT)).length
  const asked = await request(admin, body)
  if (asked.status !== 201) throw new Error(`not asked: ${JSON.stringify(asked.error)}`)
  const code = await until(async () => {
    const codes = await codesUnder(admin.email, SUBJECT)
    return codes.length > before && codes[0]
  }, 'the code')
  return { pendingId: asked.data.pendingId, code, phone: body.phoneNumber }
}

export const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
export const statusOf = async (id: string) =>
  (await env.DB.prepare('SELECT status FROM payouts WHERE id = ?').bind(id).first<{ status: string }>())?.status
export const cash = async (currency: string) =>
  (
    await env.DB.prepare(`SELECT balance_minor b FROM accounts WHERE code = 'platform:cash' AND currency = ?`)
      .bind(currency)
      .first<{ b: number }>()
  )?.b ?? 0
