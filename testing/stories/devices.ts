// Browsers and apps that register for pushes, and read what they get.
import { type Answer, type Caller, call, type Person } from '#testing/api.ts'
import { type Browser, newBrowser } from '#testing/push-receiver.ts'
import { pushesTo } from '#testing/sandbox.ts'
import { ok } from '#testing/stories/books.ts'
import type { Data } from '#testing/stories/orders.ts'

export const register = (as: Caller, body: object): Promise<Answer> => call(as, 'POST', '/notifications/devices', body)
export const asDevice = ({ endpoint, keys }: Browser, more: object = {}) => ({
  kind: 'WEB_PUSH',
  endpoint,
  keys,
  ...more,
})
export const devicesOf = async (as: Caller): Promise<Data[]> =>
  ok(await call(as, 'GET', '/notifications/devices')).devices

/** A browser of a person that takes pushes. */
export async function subscribed(as: Person, browser = newBrowser()): Promise<Browser & { id: string }> {
  return { ...browser, id: ok(await register(as, asDevice(browser))).id }
}

let apps = 0
/** An app of a person that takes pushes. */
export async function withApp(as: Person, token = `token-of-app-${++apps}-${crypto.randomUUID()}`) {
  return { token, id: ok(await register(as, { kind: 'FCM', token })).id as string }
}

/** Payloads that a browser got and read, newest first. */
export const readBy = async (browser: Browser): Promise<Record<string, string>[]> =>
  (await pushesTo(browser.endpoint)).map(({ body }) => browser.open(Buffer.from(body, 'base64')))
