import { describe, expect, test } from 'vitest'
import { type EmailBinding, email } from '#providers/email.ts'
import { toGsm7 } from '#providers/gsm7.ts'
import { postmark } from '#providers/postmark.ts'
import { connectProviders } from '#providers/providers.ts'
import { sms } from '#providers/sms.ts'
import { twilio } from '#providers/twilio.ts'
import { bytes, fakeFetch, html, json, networkError, timeout } from './fake-fetch.ts'

describe('SMS', () => {
  const connect = (...steps: Parameters<typeof fakeFetch>) => {
    const { fetch, sent } = fakeFetch(...steps)
    return { ...sms({ baseUrl: 'https://sms.test/', username: 'u', sender: 'SOKO', apiKey: 'k', fetch }), sent }
  }
  const answer = (...Recipients: object[]) => json({ SMSMessageData: { Message: 'InvalidSenderId', Recipients } }, 201)
  const recipient = (statusCode: number, status: string) => ({ statusCode, status, number: '+243', messageId: 'ATX1' })

  test('the form', async () => {
    const { send, sent } = connect(answer(recipient(101, 'Success')))
    await send({ to: '243813456789', text: 'Reçu : 10 €' })
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://sms.test/version1/messaging' })
    expect(sent[0]?.headers.get('apikey')).toBe('k')
    const form = Object.fromEntries(new URLSearchParams(sent[0]?.text))
    expect(form).toEqual({ username: 'u', to: '+243813456789', message: 'Recu : 10 €', from: 'SOKO' })
  })

  test.each<[string, Response | Error, unknown]>([
    ['sent', answer(recipient(101, 'Success')), { kind: 'sent', messageId: 'ATX1' }],
    ['queued', answer(recipient(102, 'Queued')), { kind: 'sent', messageId: 'ATX1' }],
    ['a bad number', answer(recipient(403, 'InvalidPhoneNumber')), { kind: 'refused', detail: 'InvalidPhoneNumber' }],
    ['no credit', answer(recipient(405, 'InsufficientBalance')), { kind: 'failed', detail: 'InsufficientBalance' }],
    ['their error', answer(recipient(500, 'InternalServerError')), { kind: 'failed' }],
    ['nobody', answer(), { kind: 'refused', detail: 'InvalidSenderId' }],
    ['400', html(400), { kind: 'refused' }],
    ['401', html(401), { kind: 'failed', detail: 'HTTP_401' }],
    ['500', html(500), { kind: 'failed' }],
    ['garbage', html(201), { kind: 'failed' }],
    ['a time-out', timeout(), { kind: 'failed', detail: 'TIMEOUT' }],
    ['nobody there', networkError('ECONNREFUSED'), { kind: 'failed' }],
  ])('%s', async (_name, step, expected) => {
    expect(await connect(step).send({ to: '+243813456789', text: 'x' })).toMatchObject(expected as object)
  })

  test.each(['', '+', '243\n813456789', '243813456789,243813456788', 'abc'])('%j is no number', async (to) => {
    expect(await connect().send({ to, text: 'x' })).toMatchObject({ kind: 'refused' })
  })

  test('the SMS alphabet', () => {
    expect(toGsm7('Été à l’hôtel\u00a0: «ça», œuf… 5\u202f000\u00a0FC')).toBe(`Été à l'hotel : "ca", oeuf... 5 000 FC`)
    expect(toGsm7('日本😀 ok')).toBe('.. ok')
    expect(toGsm7('Œufs frais, Mbɔ́ngɔ Ŋgoma, ɛlɛngi, Łukɛnga\u200b ✅')).toBe(
      'OEufs frais, Mbongo Ngoma, elengi, Lukenga ',
    )
  })
})

describe('the second provider of SMS', () => {
  const account = `AC${'0'.repeat(32)}`
  const connect = (...steps: Parameters<typeof fakeFetch>) => {
    const { fetch, sent } = fakeFetch(...steps)
    return { ...twilio({ baseUrl: 'https://twilio.test/', account, token: 't', sender: 'SOKO', fetch }), sent }
  }

  test('the form', async () => {
    const { send, sent } = connect(json({ sid: 'SM1' }, 201))
    await send({ to: '243813456789', text: 'Reçu : 10 €' })
    expect(sent[0]).toMatchObject({
      method: 'POST',
      url: `https://twilio.test/2010-04-01/Accounts/${account}/Messages.json`,
    })
    expect(sent[0]?.headers.get('authorization')).toBe(`Basic ${btoa(`${account}:t`)}`)
    const form = Object.fromEntries(new URLSearchParams(sent[0]?.text))
    expect(form).toEqual({ To: '+243813456789', From: 'SOKO', Body: 'Recu : 10 €' })
  })

  test.each<[string, Response | Error, unknown]>([
    ['queued', json({ sid: 'SM1', status: 'queued' }, 201), { kind: 'sent', messageId: 'SM1' }],
    ['no number', json({ code: 21211 }, 400), { kind: 'refused', detail: 'TWILIO_21211' }],
    ['opted out', json({ code: 21610 }, 400), { kind: 'refused', detail: 'TWILIO_21610' }],
    ['a country that is switched off', json({ code: 21408 }, 400), { kind: 'failed', detail: 'TWILIO_21408' }],
    ['a wrong token', json({ code: 20003 }, 401), { kind: 'failed', detail: 'TWILIO_20003' }],
    ['too many', json({ code: 20429 }, 429), { kind: 'failed' }],
    ['500', html(500), { kind: 'failed', detail: 'HTTP_500' }],
    ['garbage', html(201), { kind: 'failed' }],
    ['a time-out', timeout(), { kind: 'failed', detail: 'TIMEOUT' }],
  ])('%s', async (_name, step, expected) => {
    expect(await connect(step).send({ to: '+243813456789', text: 'x' })).toMatchObject(expected as object)
  })

  test.each(['', '243\n813456789', 'abc'])('%j is no number', async (to) => {
    expect(await connect().send({ to, text: 'x' })).toMatchObject({ kind: 'refused' })
  })
})

describe('the second provider of e-mail', () => {
  const connect = (...steps: Parameters<typeof fakeFetch>) => {
    const { fetch, sent } = fakeFetch(...steps)
    return { ...postmark({ baseUrl: 'https://postmark.test', token: 't', from: 'Soko <x@y.zz>', fetch }), sent }
  }

  test('the message, of which nothing is tracked', async () => {
    const { send, sent } = connect(json({ ErrorCode: 0, MessageID: 'm' }))
    await send({ to: 'a@b.cd', subject: 'Bonjour', text: 'Voilà' })
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://postmark.test/email' })
    expect(sent[0]?.headers.get('x-postmark-server-token')).toBe('t')
    expect(sent[0]?.json).toEqual({
      ...{ From: '"Soko" <x@y.zz>', To: 'a@b.cd', Subject: 'Bonjour', TextBody: 'Voilà' },
      ...{ MessageStream: 'outbound', TrackOpens: false, TrackLinks: 'None' },
    })
  })

  test.each<[string, Response | Error, unknown]>([
    ['sent', json({ ErrorCode: 0, MessageID: 'm' }), { kind: 'sent', messageId: 'm' }],
    ['no address', json({ ErrorCode: 300 }, 422), { kind: 'refused', detail: 'POSTMARK_300' }],
    ['bounced before', json({ ErrorCode: 406 }, 422), { kind: 'refused', detail: 'POSTMARK_406' }],
    ['no credit', json({ ErrorCode: 405 }, 422), { kind: 'failed', detail: 'POSTMARK_405' }],
    ['a wrong token', json({ ErrorCode: 10 }, 401), { kind: 'failed', detail: 'POSTMARK_10' }],
    ['500', html(500), { kind: 'failed', detail: 'HTTP_500' }],
    ['a time-out', timeout(), { kind: 'failed', detail: 'TIMEOUT' }],
  ])('%s', async (_name, step, expected) => {
    expect(await connect(step).send({ to: 'a@b.cd', subject: 's', text: 't' })).toMatchObject(expected as object)
  })

  test('a line break is refused', async () => {
    expect(await connect().send({ to: 'a@b.cd', subject: 's\nBcc: x@y.zz', text: 't' })).toMatchObject({
      kind: 'refused',
    })
  })
})

describe('e-mail', () => {
  const message = { to: 'a@b.cd', subject: 'Bonjour', text: 'Voilà\nvotre code' }
  const from = { email: 'ne-pas-repondre@soko.example', name: 'Soko' }
  type Mail = Parameters<EmailBinding['send']>[0]
  const bound = (send: (mail: Mail) => Promise<{ messageId: string }>, timeoutMs = 1000) =>
    email({ from: from.email, binding: { send }, timeoutMs })
  const byHttp = (...steps: Parameters<typeof fakeFetch>) => {
    const { fetch, sent } = fakeFetch(...steps)
    const binding = { send: () => Promise.reject(new Error('not by the binding')) }
    return { ...email({ from: 'Le Soko <x@soko.example>', binding, baseUrl: 'https://mail.test/', fetch }), sent }
  }
  const coded = (code: string) => Promise.reject(Object.assign(new Error('a@b.cd'), { code }))

  test('by binding', async () => {
    const mails: Mail[] = []
    const { send } = bound(async (mail) => {
      mails.push(mail)
      return { messageId: 'm1' }
    })
    expect(await send(message)).toEqual({ kind: 'sent', messageId: 'm1' })
    expect(mails).toEqual([{ from, ...message }])
  })

  test.each([
    ['E_RECIPIENT_NOT_ALLOWED', 'refused'],
    ['E_VALIDATION_ERROR', 'refused'],
    ['E_RATE_LIMIT_EXCEEDED', 'failed'],
    ['E_SOMETHING_NEW', 'failed'],
  ])('%s is %s', async (code, kind) => {
    expect(await bound(() => coded(code)).send(message)).toEqual({ kind, detail: code })
    expect(await byHttp(json({ code }, 400)).send(message)).toEqual({ kind, detail: code })
  })

  test('an error without a code does not show what it says', async () => {
    expect(await bound(() => Promise.reject(new Error('a@b.cd'))).send(message)).toEqual({
      kind: 'failed',
      detail: 'EMAIL_ERROR',
    })
  })

  test('it gives up on a binding that does not answer', async () => {
    expect(await bound(() => new Promise(() => {}), 20).send(message)).toEqual({ kind: 'failed', detail: 'TIMEOUT' })
  })

  test('by HTTP', async () => {
    const { send, sent } = byHttp(json({ messageId: 'm2' }))
    expect(await send(message)).toEqual({ kind: 'sent', messageId: 'm2' })
    expect(sent[0]).toMatchObject({ method: 'POST', url: 'https://mail.test/email/send' })
    expect(sent[0]?.json).toEqual({ from: { email: 'x@soko.example', name: 'Le Soko' }, ...message })
  })

  test.each([html(500), html(200), html(400), timeout(), networkError('ECONNREFUSED')])(
    '%s may be tried again',
    async (step) => {
      expect(await byHttp(step).send(message)).toMatchObject({ kind: 'failed' })
    },
  )

  test.each([{ to: 'a@b.cd\r\nBcc: x@y.zz' }, { to: 'a@b.cd\n' }, { subject: 'a\rb' }, { subject: 'a\u0000b' }])(
    '%j is refused',
    async (part) => {
      expect(await byHttp().send({ ...message, ...part })).toMatchObject({ kind: 'refused' })
    },
  )
})

test('every adapter is connected as the environment says', async () => {
  const { fetch, sent } = fakeFetch(html(500), html(500), html(500), html(500))
  const providers = connectProviders(
    {
      PUBLIC_BASE_URL: 'https://market.test/',
      PAWAPAY_BASE_URL: 'https://a.test/',
      PAWAPAY_TOKEN: 't',
      MBIYOPAY_BASE_URL: 'https://b.test/api/v1/',
      MBIYOPAY_SECRET_KEY: 's',
      MBIYOPAY_WEBHOOK_SECRET: 'w',
      SMS_BASE_URL: 'https://sms.test',
      SMS_USERNAME: 'u',
      SMS_API_KEY: 'k',
      EMAIL_FROM: 'x@y.zz',
      EMAIL_BASE_URL: 'https://mail.test',
      VAPID_SUBJECT: 'mailto:x@y.zz',
      FCM_BASE_URL: 'https://fcm.test',
      GOOGLE_TOKEN_URL: 'https://oauth2.test/token',
      GOOGLE_JWKS_URL: 'https://google.test/certs',
      GOOGLE_CLIENT_IDS: 'client',
      WEB_BASE_URL: 'https://soko.test',
      TURNSTILE_VERIFY_URL: 'https://turnstile.test/siteverify',
    },
    { fetch },
  )
  const movement = {
    amountMinor: 100,
    currency: 'USD',
    network: 'airtel',
    phone: '243970000000',
    country: 'CD',
  } as const
  const ids = { externalId: null, originalReference: null }
  await providers.gateways.A.read({ ...movement, ...ids, kind: 'refund', reference: 'x' })
  await providers.gateways.B.send({ ...movement, ...ids, kind: 'payin', reference: 'o' })
  await providers.sms.send({ to: '243970000000', text: 'x' })
  await providers.email.send({ to: 'a@b.cd', subject: 's', text: 't' })
  expect(sent.map(({ url }) => url)).toEqual([
    'https://a.test/v2/refunds/x',
    'https://b.test/api/v1/merchant/payin',
    'https://sms.test/version1/messaging',
    'https://mail.test/email/send',
  ])
  expect(sent[1]?.json).toMatchObject({ callback_url: 'https://market.test/api/v1/gatewayB/callbacks' })
  expect(new URLSearchParams(sent[2]?.text).has('from')).toBe(false)
  const callback = await providers.gateways.B.verifyCallback(
    { method: 'POST', url: 'https://market.test/', headers: new Headers(), body: bytes('{}') },
    0,
  )
  expect(callback.verdict).toBe('unsigned')
})
