import { expect, it } from 'vitest'
import { declaredNotice, declaredNotices, type Words } from '#domain/core/notices/notice.ts'
import { wordsOf } from '#domain/core/notices/told.ts'
import { OUTCOME_WORDS } from '#domain/money/gateways/notices.ts'
import { LOCALES, type Locale } from '#kernel/format.ts'
import { excerpt } from '#kernel/text.ts'
import { toGsm7 } from '#providers/gsm7.ts'
import { sourcesOf } from '#testing/sources.ts'
import { declareAll, ON_PHONES, SAMPLES } from './samples.ts'

await declareAll()
const notices = declaredNotices().toSorted((a, b) => a.kind.localeCompare(b.kind))
const kinds = notices.map(({ kind }) => String(kind))

/** Each notice with each of its samples, in each language. */
const said = notices.flatMap(({ kind, words }) =>
  (SAMPLES[kind] ?? []).flatMap((facts) =>
    LOCALES.map((locale) => ({ kind, locale, facts, words: words(locale, facts as never) })),
  ),
)
const smsOf = ({ sms, body }: Words) => toGsm7(sms ?? body)

/** GSM 03.38 as the standard prints it: what counts twice comes after the bar. */
const ONCE = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]$/
const TWICE = /^[\^{}\\[~\]|€]$/
const septets = (text: string) =>
  [...text].reduce((sum, char) => sum + (ONCE.test(char) ? 1 : TWICE.test(char) ? 2 : Number.NaN), 0)
const messages = (text: string) => (septets(text) <= 160 ? 1 : Math.ceil(septets(text) / 153))

it('every notice is declared once beside its feature, and has a sample', () => {
  expect(kinds).toEqual(Object.keys(SAMPLES).sort((a, b) => a.localeCompare(b)))
  expect(kinds).toHaveLength(138)
})

it.each(said)('$kind in $locale says the same of facts that a row kept', ({ kind, locale, facts, words }) => {
  expect(declaredNotice(kind)?.words(locale, JSON.parse(JSON.stringify(facts ?? {})) as never)).toEqual(words)
})

it('a kind that there is no more has a title in the app', () => {
  const row = { type: 'order.forgotten', facts: {}, title: null, body: null }
  expect(wordsOf(row, 'en')).toEqual({ title: 'News about an order', body: '' })
})

it('every notice is sent by something', () => {
  const src = sourcesOf('src/domain/**/*.ts')
  const names = src
    .filter(({ path }) => path.endsWith('/notices.ts'))
    .flatMap(({ text }) => [...text.matchAll(/^export const (\w+) = notice[<(]/gm)].map(([, name = '']) => name))
  expect(names).toHaveLength(kinds.length)
  const elsewhere = src.filter(({ path }) => !path.endsWith('/notices.ts')).map(({ text }) => text)
  const isSent = (name: string) => elsewhere.some((text) => new RegExp(`\\b${name}\\b(?!.*from ')`).test(text))
  expect(names.filter((name) => !isSent(name))).toEqual([])
})

it.each(said)('$kind in $locale says its facts, and nothing that is not a word', ({ facts, locale, words }) => {
  const { subject, body, sms = body } = words
  for (const text of [subject, body, sms]) {
    expect(text).not.toMatch(/undefined|null|NaN|\[object|Invalid|\d{4}-\d{2}-\d{2}T|’|[^\n] {2}/)
    expect(text).toBe(text.trim())
  }
  expect(subject.length).toBeLessThanOrEqual(90)
  expect(subject).not.toMatch(/[.\n]/)
  expect(body.length).toBeLessThanOrEqual(600)
  expect(body).toMatch(/^\p{Lu}|^\d{6} /u)
  for (const fact of Object.values((facts ?? {}) as Record<string, unknown>)) {
    if (typeof fact === 'string' && !/^[A-Z_]+$/.test(fact) && !(fact in OUTCOME_WORDS))
      expect(`${subject} ${body}`).toContain(fact.startsWith('https:') ? fact : excerpt(fact))
    if (fact && typeof fact === 'object' && 'fr' in fact)
      expect(body).toContain((fact as Record<Locale, string>)[locale])
    if (fact && typeof fact === 'object' && 'currency' in fact)
      expect(body).toContain({ fr: '37 000 CDF', en: '37,000 CDF' }[locale])
  }
})

it('no two languages say the same, and English is ASCII but for the facts', () => {
  for (const { kind, words } of notices) {
    for (const facts of SAMPLES[kind] ?? []) {
      const [fr, en] = [words('fr', facts as never), words('en', facts as never)]
      expect(en.body, kind).not.toBe(fr.body)
      if (fr.subject) expect(en.subject, kind).not.toBe(fr.subject)
      expect(Boolean(en.sms), kind).toBe(Boolean(fr.sms))
    }
  }
})

it('every notice that reaches phones is written in the alphabet of SMS, and its price is known', () => {
  const price = (kind: string, locale: Locale) =>
    Math.max(
      ...said.filter((each) => each.kind === kind && each.locale === locale).map((each) => messages(smsOf(each.words))),
    )
  const prices = Object.fromEntries(
    Object.keys(ON_PHONES).map((kind) => [kind, [price(kind, 'fr'), price(kind, 'en')]]),
  )
  expect(prices).toEqual(ON_PHONES)
  const costly = notices.filter(({ isForPhones }) => isForPhones).map(({ kind }) => String(kind))
  expect(costly).toEqual(Object.keys(ON_PHONES).filter((kind) => !kind.startsWith('code.')))
})

it("quotes at most 60 characters of a person's text, so that nobody writes mails in our name", () => {
  const [rejected] = notices.filter(({ kind }) => kind === 'order.rejected')
  const reason = 'Trop loin. '.repeat(45).trim()
  for (const locale of LOCALES) {
    const { body } = rejected?.words(locale, { number: 'CMD-1', reason } as never) ?? { body: '' }
    const [, quoted = ''] = body.split(/(?:Motif :|Reason:) /)
    expect(quoted).toMatch(/^Trop loin\. .*…$/)
    expect(quoted.length).toBeLessThanOrEqual(60)
  }
})
