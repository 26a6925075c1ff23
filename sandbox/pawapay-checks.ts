import { COUNTRIES, hundredths, PROVIDERS } from './pawapay-providers.ts'

/** A refusal of gateway A: 400 if the request is malformed, 200 with REJECTED if it breaks a business rule. */
export class Refusal extends Error {
  readonly failureCode: string
  readonly http: 200 | 400

  constructor(http: 200 | 400, failureCode: string, message: string) {
    super(message)
    this.http = http
    this.failureCode = failureCode
  }
}

const refuseMalformed = (failureCode: string, message: string): never => {
  throw new Refusal(400, failureCode, message)
}
export const reject = (failureCode: string, message: string): never => {
  throw new Refusal(200, failureCode, message)
}

export type Body = Record<string, unknown>

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i
const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,2})?$/
const MESSAGE = /^[a-zA-Z0-9 ]{4,22}$/

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

export const bodyOf = (value: unknown): Body =>
  isBody(value) ? value : refuseMalformed('INVALID_INPUT', 'We were unable to parse the payload of the request.')

/** Refuses unknown fields and missing ones. A name in `known` that ends with `?` is optional. */
export function onlyKnown(body: Body, known: string[], path = ''): void {
  const names = known.map((name) => name.replace('?', ''))
  for (const field of Object.keys(body)) {
    if (!names.includes(field)) refuseMalformed('UNSUPPORTED_PARAMETER', `Parameter '${path}${field}' is not supported`)
  }
  for (const name of known) {
    if (!name.endsWith('?') && body[name] == null)
      refuseMalformed('MISSING_PARAMETER', `Parameter '${path}${name}' is missing`)
  }
}

export function textOf(body: Body, field: string): string {
  const value = body[field]
  return typeof value === 'string' && value !== '' ? value : refuseMalformed('INVALID_PARAMETER', `Invalid '${field}'`)
}

export function uuidOf(body: Body, field: string): string {
  const id = textOf(body, field)
  return UUID_V4.test(id) ? id.toLowerCase() : refuseMalformed('INVALID_PARAMETER', `'${field}' is not a UUIDv4`)
}

export function amountOf(body: Body): string {
  const amount = textOf(body, 'amount')
  if (!AMOUNT.test(amount)) refuseMalformed('INVALID_PARAMETER', `Invalid 'amount'`)
  return amount
}

/** The optional fields that answers and callbacks repeat. Metadata arrives as a list of objects and is returned as one object. */
export function echoOf(body: Body): Body {
  const echo: Body = {}
  if (body.clientReferenceId != null) echo.clientReferenceId = textOf(body, 'clientReferenceId')
  if (body.customerMessage != null) {
    echo.customerMessage = textOf(body, 'customerMessage')
    if (!MESSAGE.test(String(echo.customerMessage))) {
      refuseMalformed('INVALID_PARAMETER', `'customerMessage' must be 4 to 22 alphanumeric characters`)
    }
  }
  if (body.metadata != null) {
    const { metadata } = body
    if (!Array.isArray(metadata) || metadata.length > 10 || !metadata.every(isBody)) {
      refuseMalformed('INVALID_PARAMETER', `'metadata' must be a list of at most 10 objects`)
    } else {
      const { isPII, ...entries } = Object.assign({}, ...metadata)
      echo.metadata = entries
    }
  }
  return echo
}

/** The phone and its provider, from `payer` or `recipient`. */
export function partyOf(body: Body, field: 'payer' | 'recipient'): { phone: string; provider: string } {
  const party = bodyOf(body[field])
  onlyKnown(party, ['type', 'accountDetails'], `${field}.`)
  if (party.type !== 'MMO') refuseMalformed('INVALID_PARAMETER', `Invalid '${field}.type'`)
  const details = bodyOf(party.accountDetails)
  onlyKnown(details, ['phoneNumber', 'provider'], `${field}.accountDetails.`)
  return { phone: textOf(details, 'phoneNumber'), provider: textOf(details, 'provider') }
}

/** Checks the business rules: the provider, its currencies, decimals and limits, and a phone of its country in digits. */
export function checkMoney(phone: string, provider: string, amount: string, currency: string): { country: string } {
  const facts = PROVIDERS[provider] ?? reject('INVALID_PROVIDER', `Provider '${provider}' is not configured`)
  const limits = facts.currencies[currency] ?? reject('INVALID_CURRENCY', `'${currency}' is not supported`)
  if (limits.decimals === 'NONE' && amount.includes('.')) reject('INVALID_AMOUNT', 'Decimals are not supported')
  if (hundredths(amount) < hundredths(limits.min) || hundredths(amount) > hundredths(limits.max)) {
    reject('AMOUNT_OUT_OF_BOUNDS', `The amount must be between ${limits.min} and ${limits.max}`)
  }
  if (!/^\d{12}$/.test(phone) || !phone.startsWith(COUNTRIES[facts.country].prefix)) {
    reject('INVALID_PHONE_NUMBER', 'The phone number is not valid for the provider')
  }
  return { country: facts.country }
}
