import { describe, expect, it } from 'vitest'
import { StartedRecoveryView, StartRecovery, startRecovery } from '#domain/people/recovery/start.ts'
import { HOUR_MS } from '#kernel/time.ts'
import { tooMany } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { EMAIL } from '#testing/domain/market.ts'
import { addRecoverable, CLOSED, PHONE, recovering } from '#testing/domain/recoveries.ts'
import { NamedSchemas } from '../../../scripts/openapi/schema.ts'

const domain = openDomain(addRecoverable)
const { ctx } = domain
const { change, start, recovery, mails } = recovering(domain)

const methods = ['SECONDARY_EMAIL', 'PHONE']

describe('a recovery that is started', () => {
  it('is kept for an hour and has proved nothing, and nobody is told', async () => {
    const answer = await startRecovery(ctx, { identifier: EMAIL })
    expect(StartedRecoveryView.parse(answer)).toEqual({ recoveryId: expect.any(String), methods })
    expect(recovery(answer.recoveryId)).toEqual({
      id: answer.recoveryId,
      user_id: 'buyer',
      identifier: EMAIL,
      proven_at: null,
      completed_at: null,
      cancelled_at: null,
      expires_at: NOW + 3_600_000,
      created_at: NOW,
    })
    expect(mails()).toEqual([])
  })

  it.each([EMAIL, 'Buyer@Soko.TEST', PHONE, `+${PHONE}`, '00243 81 000-00-01'])(
    'finds the account by %s',
    async (name) => {
      expect(recovery(await start(ctx, name))).toMatchObject({ user_id: 'buyer' })
    },
  )

  it.each([
    ['an address that nobody has', 'nobody@soko.test', ''],
    ['a number that nobody has', '243999999999', ''],
    ['a number that was not verified', '243810000002', ''],
    ...Object.entries(CLOSED).flatMap(([what, columns]) => [
      [`the address of an account that is ${what}`, EMAIL, columns],
      [`the number of an account that is ${what}`, PHONE, columns],
    ]),
  ])('is of nobody for %s, behind the same answer', async (_, name = '', columns) => {
    if (columns) change(columns)
    const answer = await startRecovery(ctx, { identifier: name })
    expect(answer).toEqual({ recoveryId: expect.any(String), methods })
    expect(recovery(answer.recoveryId)).toMatchObject({ user_id: null, expires_at: NOW + HOUR_MS })
  })

  it.each(['SELLER', 'RIDER'])('is of a %s too', async (role) => {
    change(`role = '${role}'`)
    expect(recovery(await start())).toMatchObject({ user_id: 'buyer' })
  })

  it.each(['ni adresse ni numéro', 'a@b', '12345678', '1234567890123456'])('is refused for %s', async (identifier) => {
    const message =
      "Une adresse e-mail est attendue, ou un numéro de téléphone avec l'indicatif du pays : +243 ou +250."
    await expect(startRecovery(ctx, { identifier })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message,
      details: [{ field: 'identifier', message }],
    })
    expect(domain.rows('SELECT * FROM recoveries')).toEqual([])
  })
})

describe('starts of one name', () => {
  it.each([
    ['an address', EMAIL, 'BUYER@soko.test'],
    ['a number', PHONE, `+${PHONE}`],
    ['an address of nobody', 'nobody@soko.test', 'Nobody@soko.test'],
  ])('are five an hour for %s, however it is written', async (_, name, otherwise) => {
    for (let i = 0; i < 5; i++) await start(domain.after(i), i % 2 ? otherwise : name)
    await expect(start(domain.after(HOUR_MS - 1), name)).rejects.toMatchObject(tooMany)
    await expect(start(ctx, otherwise)).rejects.toMatchObject(tooMany)
    expect(domain.rows('SELECT id FROM recoveries')).toHaveLength(5)
    await start(domain.after(HOUR_MS), name)
  })

  it('take nothing from another name', async () => {
    for (let i = 0; i < 5; i++) await start()
    await start(ctx, 'seller@soko.test')
    await start(ctx, PHONE)
  })
})

describe('the name that is given', () => {
  it('is one text of at most 254 characters, and nothing beside it', () => {
    expect(StartRecovery.parse({ identifier: ` ${EMAIL} ` })).toEqual({ identifier: EMAIL })
    expect(StartRecovery.parse({ identifier: 'x' })).toEqual({ identifier: 'x' })
    expect(StartRecovery.safeParse({ identifier: 'x'.repeat(254) }).success).toBe(true)
    for (const bad of [
      {},
      { identifier: 'x'.repeat(255) },
      { identifier: ' ' },
      { identifier: 1 },
      { identifier: EMAIL, userId: 'buyer' },
    ]) {
      expect(StartRecovery.safeParse(bad).success).toBe(false)
    }
  })

  it('is documented as an address or a number', () => {
    const document = new NamedSchemas().of(StartRecovery, 'input') as { properties: { identifier: Documented } }
    const { examples, description, ...rest } = document.properties.identifier
    expect(rest).toEqual({ type: 'string', minLength: 1, maxLength: 254 })
    expect(description).toMatch(/adresse e-mail .*numéro de téléphone vérifié/)
    expect(examples).toEqual(['aline@example.com', '+243810000123'])
  })
})
type Documented = { examples: string[]; description: string }
