import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { SHARED_SECRETS } from '#testing/bindings.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { freshPhone } from '#testing/fixtures/inputs.ts'
import { newMarket } from '#testing/fixtures/orders.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { approve, clearFaults, movementsOf, settleMovement } from '#testing/sandbox.ts'
import { hearsOfIt, incidentsAbout, night, openAbout, waitingOrder } from '#testing/stories/decisions.ts'
import { breaks, DAY, MINUTE } from '#testing/stories/money.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { payer } from '#testing/stories/subscriptions.ts'

clockGoesOn()

// Rule 8.2.13: nights are made up for: the comparison keeps, per gateway, the last day compared whole, takes every missing one, and
// each final movement is compared until it agreed once.
//
// Silent: how many missing days one night takes (two here); how gateway A, which has no list, is compared; under which reference an
// incident of a movement that we do not know stands (its reference or its id must be in it); whether the read that applied an outcome is
// its agreement already.

beforeAll(async () => {
  await signUp('ADMIN')
  await night(0)
})
afterEach(() => clearFaults())

/** A payment that only gateway B knows, under a reference that looks like one of ours. */
async function stranger() {
  const [reference, phone] = [`inconnu-${crypto.randomUUID()}`, freshPhone('123', '24397')]
  const answer = await fetch('https://mbiyopay.test/api/v1/merchant/payin', {
    method: 'POST',
    headers: { authorization: `Bearer ${SHARED_SECRETS.MBIYOPAY_SECRET_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      amount: 77,
      currency: 'USD',
      payment_method: 'mobile_money',
      order_id: reference,
      callback_url: 'http://localhost:8787/api/v1/gatewayB/unheard',
      metadata: { network: 'airtel', phone_number: phone, country_code: 'CD', om_otp: null },
    }),
  })
  expect(answer.status).toBeLessThan(300)
  const [movement] = await movementsOf(phone)
  await settleMovement(movement?.id ?? '', 'approve', ['silent'])
  return reference
}
/** An order whose phone paid. */
async function paid() {
  const phone = freshPhone()
  const { id } = await waitingOrder(await newMarket(), phone)
  await approve(phone)
  return id as string
}

describe('a night', () => {
  it('8.2.13 that did not run is made up for by the next one, once', async () => {
    const reference = await stranger()
    await night(3 * DAY)
    expect(await incidentsAbout(reference)).toHaveLength(1)
    await night(DAY)
    expect(await incidentsAbout(reference)).toHaveLength(1)
  })

  it('8.2.13 in which gateway B was down is made up for, though the day after it ran', async () => {
    const reference = await stranger()
    await breaks('B', 'down')
    await night(DAY)
    await clearFaults()
    expect(await incidentsAbout(reference)).toEqual([])
    await night(DAY)
    expect(await incidentsAbout(reference)).toHaveLength(1)
  })

  it('8.2.13 tells of what the gateways agree on nothing, however many days it takes', async () => {
    const ids = [await paid(), await paid()]
    const { depositId } = await payer()
    await night(4 * DAY)
    expect(await openAbout(...ids, depositId)).toEqual([])
  })

  it('8.2.13 that was missed tells the ADMINs what gateway B says otherwise of an attempt of ours', async () => {
    const other = await signUp('ADMIN')
    const id = await paid()
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    await hearsOfIt(other, () => night(3 * DAY))
    expect((await openAbout(id)).length).toBeGreaterThan(0)
  })

  it('8.2.13 compares what agreed once no more', async () => {
    const id = await paid()
    await night(DAY)
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    await night(DAY)
    expect(await openAbout(id)).toEqual([])
  })

  it('8.2.13 goes on where it stopped: a movement of the gateway that fails for hours is compared later', async () => {
    const id = await paid()
    await breaks('B', 'garbage', { kind: 'read' })
    await night(DAY)
    await clearFaults()
    await breaks('B', 'statusDisagrees', { kind: 'read' })
    await minuteCronAfter(MINUTE)
    await night(DAY)
    expect((await openAbout(id)).length).toBeGreaterThan(0)
  })
})
