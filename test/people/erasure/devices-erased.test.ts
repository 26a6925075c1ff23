import { expect, it } from 'vitest'
import { call } from '#testing/api.ts'
import { hourCronAfter, minuteCronAfter, nightCronAfter } from '#testing/clock.ts'
import { PASSWORD, signUp } from '#testing/fixtures/people.ts'
import { newCanaries, whereTheyStand } from '#testing/stories/canaries.ts'
import { again, DAY, SECOND } from '#testing/stories/money.ts'
import { ok } from '#testing/stories/orders.ts'
import { freshlySignedIn } from '#testing/stories/people.ts'
import { clockGoesOn } from '#testing/stories/production.ts'
import { devicesOf, MOZILLA, newBrowser, pushService, registered } from '#testing/stories/pushes.ts'

// Rules 8.5.4, 8.3.8, 8.7.5: a device's address, keys and name go with the account.

clockGoesOn()

it('8.5.4 an erased account leaves no address, key or name of a device anywhere', async () => {
  pushService()
  const [person, canary] = [await signUp(), newCanaries()]
  const browser = newBrowser(`${MOZILLA}/${canary.word('endpoint')}`)
  await registered(person, browser, { deviceName: canary.in('deviceName') })
  const token = `${canary.word('token')}:APA91b${'x'.repeat(100)}`
  ok(await call(person, 'POST', '/notifications/devices', { kind: 'FCM', token, deviceName: canary.in('phone') }))
  canary.planted.set(browser.keys.auth.toLowerCase(), 'auth')
  expect((await whereTheyStand(canary)).length).toBeGreaterThan(0)
  ok(await call(await again(person), 'POST', '/users/me/delete', { password: PASSWORD }))
  for (let day = 0; day < 32; day++) {
    await nightCronAfter(DAY)
    await hourCronAfter(SECOND)
    for (let i = 0; i < 2; i++) await minuteCronAfter(SECOND)
  }
  expect(await whereTheyStand(canary)).toEqual([])
})

it('8.5.4 an account that an ADMIN deletes and restores has no device', async () => {
  const person = await signUp()
  await registered(person, newBrowser())
  const admin = await freshlySignedIn('ADMIN')
  ok(await call(admin, 'POST', `/users/${person.id}/delete`, { reason: 'Demande écrite' }))
  ok(await call(admin, 'POST', `/users/${person.id}/restore`))
  expect(await devicesOf(await again(person))).toEqual([])
})
