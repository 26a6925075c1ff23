import { describe, expect, it } from 'vitest'
import { call, guest } from '#testing/api.ts'
import { chargeBody, freshPhone, subscriptionBody } from '#testing/fixtures/inputs.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { newPlan } from '#testing/fixtures/subscriptions.ts'
import { movementsOf, settleMovement, signCallback } from '#testing/sandbox.ts'

/** A charge through gateway B that ended, and of which nobody told the service. */
async function silentPayin() {
  const admin = await signUp('ADMIN')
  const phoneNumber = freshPhone()
  const json = chargeBody({ phoneNumber })
  const { data } = await call(admin, 'POST', '/gatewayB/payin', json)
  const [movement] = await movementsOf(phoneNumber)
  await settleMovement(movement?.id ?? '', 'approve', ['silent'])
  const status = async () => (await call(admin, 'GET', `/gatewayB/payin/${data.orderId}`)).data.status
  return { id: movement?.id ?? '', status }
}

/** A deposit through gateway A that waits on a phone. */
async function openDeposit() {
  const phone = freshPhone()
  await call(await newSeller(), 'POST', '/subscriptions', subscriptionBody((await newPlan()).id, `+${phone}`))
  const [movement] = await movementsOf(phone)
  return movement?.id ?? ''
}

const send = ({ url, headers, body }: Awaited<ReturnType<typeof signCallback>>) =>
  call(guest, 'POST', new URL(url).pathname.replace('/api/v1', ''), body, headers)

describe('a callback signed by its gateway and sent by somebody else', () => {
  it('is gateway B’s own: it makes us look, and the charge is booked', async () => {
    const { id, status } = await silentPayin()
    const signed = await signCallback(id)
    expect((await send({ ...signed, body: `${signed.body} ` })).error?.code).toBe('UNAUTHORIZED')
    expect(await status()).toBe('pending')
    expect((await send(signed)).status).toBe(200)
    expect(await status()).toBe('succeeded')
  })

  it('is gateway A’s own, and good for its own address only', async () => {
    const signed = await signCallback(await openDeposit())
    expect((await send({ ...signed, url: signed.url.replace('deposits', 'payouts') })).error?.code).toBe('UNAUTHORIZED')
    expect((await send(signed)).data).toEqual({ received: true })
  })

  it('may say anything, to any address: nothing breaks, and what is unknown moves nothing', async () => {
    const id = await openDeposit()
    for (const body of ['', 'null', '[]', '{"depositId":7,"status":"COMPLETED"}', `{"depositId":"${id}"}`])
      expect([200, 400, 401], body).toContain((await send(await signCallback(id, { body }))).status)
    const url = (await signCallback(id)).url.replace('deposits', 'refunds')
    expect((await send(await signCallback(id, { url }))).data).toEqual({ received: true })
  })
})
