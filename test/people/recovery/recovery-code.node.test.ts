import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hashCode, issueCode } from '#domain/core/codes/issue.ts'
import { MessageView, mailCode } from '#domain/core/codes/mail-code.ts'
import { commit } from '#domain/core/commit.ts'
import { codeBySms } from '#domain/core/notices/sms.ts'
import { findClaim } from '#domain/people/recovery/find-claim.ts'
import { SendRecoveryCode, sendRecoveryCode } from '#domain/people/recovery/send-code.ts'
import type { RecoveryMethod } from '#domain/people/recovery/terms.ts'
import { verifyRecovery } from '#domain/people/recovery/verify.ts'
import { phoneCode } from '#domain/people/users/notices.ts'
import { HOUR_MS, MINUTE_MS } from '#kernel/time.ts'
import { gone, tooSoon, wrong } from '#testing/domain/codes.ts'
import { NOW, openDomain } from '#testing/domain/domain.ts'
import { EMAIL, SECOND_EMAIL } from '#testing/domain/market.ts'
import { addRecoverable, CLOSED, PHONE, recovering } from '#testing/domain/recoveries.ts'

const domain = openDomain(addRecoverable)
const { ctx } = domain
const { change, start, mails, codeOf, sentCode } = recovering(domain)

const said = { message: 'Si le compte peut être récupéré ainsi, un code vient de partir.' }
const send = (recoveryId: string, method: RecoveryMethod = 'SECONDARY_EMAIL', at = ctx) =>
  sendRecoveryCode(at, { recoveryId, method })
const METHODS = [
  ['SECONDARY_EMAIL', 'EMAIL', SECOND_EMAIL],
  ['PHONE', 'SMS', PHONE],
] as const

describe('the code of a recovery', () => {
  it.each(METHODS)('asked for by %s goes out as %s to %s, at once', async (method, channel, recipient) => {
    const recoveryId = await start()
    const answer = await send(recoveryId, method)
    expect(MessageView.parse(answer)).toEqual(said)
    expect(mails()).toEqual([
      {
        channel,
        recipient,
        kind: 'code.recovery',
        subject: 'Votre code pour récupérer votre compte',
        body: expect.stringMatching(/^\d{6} sert à récupérer votre compte Soko\./),
      },
    ])
    const target = `${method}:${recipient}`
    const code = mails()[0]?.body.slice(0, 6) ?? ''
    expect(codeOf(recoveryId)).toMatchObject({
      target,
      code_hash: await hashCode(ctx, { purpose: 'RECOVERY', person: recoveryId, target }, code),
      attempts: 0,
      expires_at: NOW + 600_000,
    })
    expect(await domain.sent()).toEqual([`${channel.toLowerCase()}.send ${recipient}`])
  })

  it('is in the language of the account', async () => {
    change(`locale = 'en'`)
    await send(await start())
    expect(mails()[0]?.body).toMatch(/^\d{6} is the code to recover your Soko account\./)
  })

  it.each(METHODS)('is sent again by %s after a minute, in place of the one before', async (method) => {
    const recoveryId = await start()
    const first = await sentCode(recoveryId, ctx, method)
    await expect(send(recoveryId, method, domain.after(59_999))).rejects.toMatchObject(tooSoon)
    expect(mails()).toHaveLength(1)
    const second = await sentCode(recoveryId, domain.after(MINUTE_MS), method)
    const at = domain.after(MINUTE_MS)
    if (first !== second) await expect(verifyRecovery(at, { recoveryId, code: first })).rejects.toMatchObject(wrong)
    await verifyRecovery(at, { recoveryId, code: second })
  })

  it('is asked for until the hour is over and not a millisecond longer', async () => {
    const recoveryId = await start()
    await expect(send(recoveryId, 'PHONE', domain.after(HOUR_MS))).rejects.toMatchObject(gone)
    await expect(send(recoveryId, 'PHONE', domain.after(HOUR_MS - 1))).resolves.toEqual(said)
    await expect(send('unknown', 'PHONE')).rejects.toMatchObject(gone)
  })
})

describe('a code that reaches nobody', () => {
  /** Answers alike, is kept alike, is not sent, and no guess of the million opens it. */
  async function reachesNobody(recoveryId: string, method: RecoveryMethod, target: string) {
    expect(await send(recoveryId, method)).toEqual(said)
    expect(mails()).toEqual([])
    expect(codeOf(recoveryId)).toMatchObject({ target, code_hash: '', attempts: 0, expires_at: NOW + 600_000 })
    await expect(send(recoveryId, method, domain.after(59_999))).rejects.toMatchObject(tooSoon)
    expect(await send(recoveryId, method, domain.after(MINUTE_MS))).toEqual(said)
    expect(await domain.sent()).toEqual([])
  }

  it.each(METHODS)('because nobody has the name, asked for by %s', async (method) => {
    const recoveryId = await start(ctx, 'nobody@soko.test')
    expect(await findClaim(ctx, recoveryId)).toMatchObject({ claim: null })
    await reachesNobody(recoveryId, method, `${method}:`)
  })

  it('because the account has no second address; its number is reached', async () => {
    change('secondary_email = NULL')
    await reachesNobody(await start(), 'SECONDARY_EMAIL', 'SECONDARY_EMAIL:')
    await send(await start(), 'PHONE')
    expect(mails()).toMatchObject([{ recipient: PHONE }])
  })

  it('because the number is not verified; the second address is reached', async () => {
    change('phone_verified_at = NULL')
    await reachesNobody(await start(), 'PHONE', 'PHONE:')
    await send(await start())
    expect(mails()).toMatchObject([{ recipient: SECOND_EMAIL }])
  })

  it.each(Object.entries(CLOSED))('because the account is %s since', async (_, columns) => {
    const recoveryId = await start()
    change(columns)
    await reachesNobody(recoveryId, 'PHONE', 'PHONE:')
  })

  it.each(['completed_at', 'cancelled_at'])('because the recovery has a %s', async (column) => {
    const recoveryId = await start()
    domain.run(`UPDATE recoveries SET ${column} = 1 WHERE id = ?`, recoveryId)
    await reachesNobody(recoveryId, 'PHONE', 'PHONE:')
  })

  it('leaves every other code as it is', async () => {
    const mine = await start()
    const code = await sentCode(mine)
    const nobody = await start(ctx, 'nobody@soko.test')
    const other = await issueCode(ctx, { purpose: 'LOGIN', person: nobody, target: nobody })
    await commit(ctx, other.writes)
    await send(nobody)
    expect(domain.row(`SELECT code_hash FROM codes WHERE purpose = 'LOGIN'`)?.code_hash).toMatch(/^[0-9a-f]{64}$/)
    await verifyRecovery(ctx, { recoveryId: mine, code })
  })
})

describe('codes to one destination', () => {
  it.each(METHODS)('by %s are five an hour over all recoveries; the sixth opens nothing', async (method) => {
    const ids = [await start(), await start()] as const
    for (let i = 0; i < 5; i++) await send(ids[i % 2] ?? '', method, domain.after(i * MINUTE_MS))
    expect(mails()).toHaveLength(5)
    expect(await send(ids[0], method, domain.after(HOUR_MS - 1))).toEqual(said)
    expect(mails()).toHaveLength(5)
    expect(codeOf(ids[0])).toMatchObject({ code_hash: '', sent_at: NOW + HOUR_MS - 1 })
    const again = domain.after(HOUR_MS)
    await send(await start(again), method, again)
    expect(mails()).toHaveLength(6)
  })

  it('are counted apart for a number and an address, and for what reaches nobody', async () => {
    const id = await start()
    for (let i = 0; i < 5; i++) await send(id, 'SECONDARY_EMAIL', domain.after(i * MINUTE_MS))
    const nobody = await start(ctx, 'nobody@soko.test')
    for (let i = 0; i < 6; i++) await send(nobody, 'PHONE', domain.after(i * MINUTE_MS))
    await send(id, 'PHONE', domain.after(6 * MINUTE_MS))
    expect(mails().map(({ channel }) => channel)).toEqual([...Array(5).fill('EMAIL'), 'SMS'])
  })

  it('are no other mails that guests cause there', async () => {
    for (let i = 0; i < 5; i++) {
      await mailCode(domain.after(i * MINUTE_MS), { purpose: 'LOGIN', email: SECOND_EMAIL }, sql`1`)
    }
    const before = mails().length
    const recoveryId = await start(domain.after(5 * MINUTE_MS))
    expect(await send(recoveryId, 'SECONDARY_EMAIL', domain.after(5 * MINUTE_MS))).toEqual(said)
    expect(mails()).toHaveLength(before + 1)
  })

  it('spend no SMS of the account that its owner asks for', async () => {
    const owner = domain.after(2 * HOUR_MS)
    for (const hours of [0, 1])
      for (let i = 0; i < 5; i++) {
        const at = domain.after(hours * HOUR_MS + i * MINUTE_MS)
        await send(await start(at), 'PHONE', at)
      }
    expect(mails().map(({ kind }) => kind)).toEqual(Array(10).fill('code.recovery'))
    expect(await send(await start(owner), 'PHONE', owner)).toEqual(said)
    expect(mails()).toHaveLength(10)
    const [{ id: userId }] = domain.rows('SELECT id FROM users WHERE phone = ?', PHONE) as [{ id: string }]
    await commit(owner, codeBySms(owner, { userId, phone: '243810000099' }, phoneCode, { code: '482915' }))
    expect(mails()).toHaveLength(11)
  })

  it('count with the other SMS that go there', async () => {
    for (const userId of ['1', '2', '3', '4', '5'])
      await commit(ctx, codeBySms(ctx, { userId, phone: PHONE }, phoneCode, { code: '482915' }))
    expect(await send(await start(), 'PHONE')).toEqual(said)
    expect(mails().map(({ kind }) => kind)).toEqual(Array(5).fill('code.phone'))
  })
})

describe('what is asked', () => {
  it('is a recovery and one of two methods', () => {
    for (const method of ['SECONDARY_EMAIL', 'PHONE']) {
      expect(SendRecoveryCode.parse({ recoveryId: 'r', method })).toEqual({ recoveryId: 'r', method })
    }
    const method = 'PHONE'
    expect(SendRecoveryCode.safeParse({ recoveryId: 'r'.repeat(64), method }).success).toBe(true)
    for (const bad of [
      { recoveryId: 'r'.repeat(65), method },
      { recoveryId: '', method },
      { method },
      { recoveryId: 'r' },
      { recoveryId: 'r', method: 'EMAIL' },
      { recoveryId: 'r', method, to: EMAIL },
    ]) {
      expect(SendRecoveryCode.safeParse(bad).success).toBe(false)
    }
  })
})
