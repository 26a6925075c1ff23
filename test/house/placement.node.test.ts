import { expect, it } from 'vitest'
import { asService } from '#domain/core/context.ts'
import type { Env } from '#src/env.ts'
import { contextOf } from '#src/platform-context.ts'
import { BINDINGS } from '#testing/bindings.ts'
import { sourcesOf } from '#testing/sources.ts'

it('each object is asked for beside the database: whoever asks first decides where it is for good', async () => {
  const asked: [binding: string, name: string, options: unknown][] = []
  const namespace = (binding: string) => {
    const call = async () => ({ ok: true, value: undefined })
    return {
      getByName(name: string, options: unknown) {
        asked.push([binding, name, options])
        return { confirm: call, adjust: call, charge: call, tell: call, fetch: call }
      },
    }
  }
  const bindings = Object.fromEntries(
    ['APPROVAL_CONFIRM', 'VARIANT_STOCK', 'PAYIN_WINDOW', 'PERSON_SOCKETS'].map((name) => [name, namespace(name)]),
  )
  const env = { ...BINDINGS, SMS_COUNTRIES: '+243', SMS_DAILY_MAX: '1', DB: {}, ...bindings } as unknown as Env
  const { objects, live } = asService(
    contextOf(env, () => undefined),
    'cron',
  )
  const anybody = { id: 'somebody' } as never
  await objects.confirmApproval(anybody, 'payout' as never, {} as never)
  await objects.adjustStock(anybody, 'a-variant', {} as never)
  await objects.chargeOnce('a-charge', anybody, {} as never)
  await live.tell('a-person', [])
  expect(asked).toEqual([
    ['APPROVAL_CONFIRM', 'somebody', { locationHint: 'weur' }],
    ['VARIANT_STOCK', 'a-variant', { locationHint: 'weur' }],
    ['PAYIN_WINDOW', 'a-charge', { locationHint: 'weur' }],
    ['PERSON_SOCKETS', 'a-person', { locationHint: 'weur' }],
  ])
})

it('objects are asked for in one place of the service', () => {
  const asking = sourcesOf('src/**/*.ts').filter(({ text }) => /\.(getByName|idFromName|newUniqueId)\(/.test(text))
  expect(asking.map(({ path, text }) => [path, text.split(/\.(?:getByName|idFromName)\(/).length - 1])).toEqual([
    ['src/platform-context.ts', 1],
  ])
})
