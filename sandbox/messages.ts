import { Hono } from 'hono'
import * as z from 'zod'
import { withFaults } from './fault-injection.ts'
import type { RouteEnv, Sandbox } from './sandbox.ts'

type Message = {
  channel: 'SMS' | 'EMAIL' | 'WEBHOOK'
  to: string
  subject: string | null
  text: string
  code: string | null
  sentAt: number
}

/** The code in a message: six digits on their own. Digits of an order number, a link, a phone or an amount are not on their own. */
function codeIn(text: string): string | null {
  return /(?<![\w.,:/+-])\d{6}(?![\w:/-]|[.,]\d)/.exec(text)?.[0] ?? null
}

/** The address or number of a recipient in one spelling: a phone without its `+`, and a space as the `+` that was not URL-encoded. */
const recipientOf = (to: string) =>
  to
    .trim()
    .replaceAll(' ', '+')
    .replace(/^\+(?=\d+$)/, '')

function storeMessage(
  sandbox: Sandbox,
  channel: Message['channel'],
  to: string,
  subject: string | null,
  text: string,
): void {
  sandbox.run(
    'INSERT INTO message (channel, recipient, sentTo, subject, text, code, sentAt) VALUES (?, ?, ?, ?, ?, ?, ?)',
    channel,
    recipientOf(to),
    to,
    subject,
    text,
    codeIn(text),
    Date.now(),
  )
}

const COLUMNS = 'channel, sentTo AS "to", subject, text, code, sentAt'

function listMessages(sandbox: Sandbox, to: string | undefined): Message[] {
  if (to === undefined) return sandbox.rows<Message>(`SELECT ${COLUMNS} FROM message ORDER BY seq DESC LIMIT 100`)
  return sandbox.rows<Message>(
    `SELECT ${COLUMNS} FROM message WHERE recipient = ? ORDER BY seq DESC LIMIT 500`,
    recipientOf(to),
  )
}

const Sms = z.object({ username: z.string().min(1), to: z.string().min(1), message: z.string().min(1) })

function sendSms(sandbox: Sandbox, { to, message }: z.infer<typeof Sms>): Response {
  const Recipients = to.split(',').map((number) => {
    if (!/^\+?\d{9,15}$/.test(number) || number.endsWith('099')) {
      return { statusCode: 403, number, cost: '0', status: 'InvalidPhoneNumber', messageId: 'None' }
    }
    storeMessage(sandbox, 'SMS', number, null, message)
    return { statusCode: 101, number, cost: 'KES 0.8000', status: 'Success', messageId: `ATXid_${crypto.randomUUID()}` }
  })
  const sent = Recipients.filter(({ statusCode }) => statusCode === 101).length
  const Message = `Sent to ${sent}/${Recipients.length} Total Cost: KES ${(sent * 0.8).toFixed(4)}`
  return Response.json({ SMSMessageData: { Message, Recipients } }, { status: 201 })
}

const oneLine = z.string().regex(/^[^\r\n]+$/)
const Mail = z.object({
  from: z.union([oneLine, z.object({ email: oneLine, name: oneLine.optional() })]),
  to: oneLine,
  subject: oneLine,
  text: z.string(),
  html: z.string().optional(),
})

const Line = z.object({ text: oneLine })

const Twilio = z.object({ To: z.string().min(1), From: z.string().min(1), Body: z.string().min(1) })
const Postmark = z.object({ From: oneLine, To: oneLine, Subject: oneLine, TextBody: z.string() })

/** Takes SMS, e-mail and lines of the webhook as the real services do, the second providers too, and shows every message in the inbox. */
export const messages = new Hono<RouteEnv>()
  .post('/version1/messaging', async (c) => {
    const { sandbox } = c.env
    if (c.req.header('apiKey') !== sandbox.settings.SMS_API_KEY) {
      return c.text('The supplied authentication is invalid', 401)
    }
    const sms = Sms.safeParse(await c.req.parseBody())
    if (!sms.success) return c.text('Request is missing required form field', 400)
    return withFaults(sandbox, 'SMS', 'message', {
      act: () => sendSms(sandbox, sms.data),
      serverError: () => c.text('Internal Server Error', 500),
      refused: () => c.json({ SMSMessageData: { Message: 'InvalidSenderId', Recipients: [] } }, 201),
    })
  })
  .post('/email/send', async (c) => {
    const { sandbox } = c.env
    const mail = Mail.safeParse(await c.req.json().catch(() => undefined))
    if (!mail.success) return c.json({ code: 'E_VALIDATION_ERROR', message: z.prettifyError(mail.error) }, 400)
    return withFaults(sandbox, 'EMAIL', 'message', {
      act: () => {
        storeMessage(sandbox, 'EMAIL', mail.data.to, mail.data.subject, mail.data.text)
        return c.json({ messageId: crypto.randomUUID() })
      },
      serverError: () => c.json({ code: 'E_INTERNAL_SERVER_ERROR', message: 'Internal error' }, 500),
      refused: (failureCode) => c.json({ code: failureCode ?? 'E_RECIPIENT_NOT_ALLOWED', message: 'Refused' }, 400),
    })
  })
  .post('/webhook/:channel', async (c) => {
    const { sandbox } = c.env
    const line = Line.safeParse(await c.req.json().catch(() => undefined))
    if (!line.success) return c.text('no_text', 400)
    return withFaults(sandbox, 'WEBHOOK', 'message', {
      act: () => {
        storeMessage(sandbox, 'WEBHOOK', c.req.param('channel'), null, line.data.text)
        return c.text('ok')
      },
      serverError: () => c.text('rollup_error', 500),
      refused: () => c.text('channel_is_archived', 410),
    })
  })
  .post('/2010-04-01/Accounts/:account/Messages.json', async (c) => {
    const { sandbox } = c.env
    const sms = Twilio.safeParse(await c.req.parseBody())
    if (!c.req.header('authorization')?.startsWith('Basic ')) return c.json({ code: 20003, status: 401 }, 401)
    if (!sms.success) return c.json({ code: 21604, status: 400 }, 400)
    return withFaults(sandbox, 'SMS2', 'message', {
      act: () => {
        const { To, Body } = sms.data
        if (!/^\+\d{9,15}$/.test(To) || To.endsWith('099')) return c.json({ code: 21211, status: 400 }, 400)
        storeMessage(sandbox, 'SMS', To, null, Body)
        return c.json({ sid: `SM${crypto.randomUUID().replaceAll('-', '')}`, status: 'queued', error_code: null }, 201)
      },
      serverError: () => c.json({ code: 20500, status: 500 }, 500),
      refused: () => c.json({ code: 21610, status: 400 }, 400),
    })
  })
  .post('/email', async (c) => {
    const { sandbox } = c.env
    if (!c.req.header('x-postmark-server-token')) return c.json({ ErrorCode: 10, Message: 'No token' }, 401)
    const mail = Postmark.safeParse(await c.req.json().catch(() => undefined))
    if (!mail.success) return c.json({ ErrorCode: 300, Message: z.prettifyError(mail.error) }, 422)
    return withFaults(sandbox, 'EMAIL2', 'message', {
      act: () => {
        storeMessage(sandbox, 'EMAIL', mail.data.To, mail.data.Subject, mail.data.TextBody)
        return c.json({ ErrorCode: 0, Message: 'OK', MessageID: crypto.randomUUID() })
      },
      serverError: () => c.json({ ErrorCode: 100, Message: 'Maintenance' }, 500),
      refused: () => c.json({ ErrorCode: 406, Message: 'Inactive recipient' }, 422),
    })
  })
  .get('/inbox', (c) => {
    const found = listMessages(c.env.sandbox, c.req.query('to'))
    return c.json({
      messages: found.map((message) => ({ ...message, sentAt: new Date(message.sentAt).toISOString() })),
    })
  })
