import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Answer, call, type Person } from '#testing/api.ts'
import { newRider } from '#testing/fixtures/deliveries.ts'
import { signUp } from '#testing/fixtures/people.ts'
import { newSeller } from '#testing/fixtures/shops.ts'
import { ok } from '#testing/stories/orders.ts'
import { clockGoesOn } from '#testing/stories/production.ts'

// Rule 8.3.7: papers: a PDF with scripts, launch actions, embedded files, encryption, or bytes before `%PDF-` is 400. In each
// operation that takes a paper as PDF.

clockGoesOn()

const latin = (text: string) => Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)))
/** A document of one page, with what its catalog says beside. */
const pdf = (catalog = '', more = '', trailer = '') =>
  `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R${catalog}>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>\nendobj\n${more}trailer\n<</Root 1 0 R/Size 9${trailer}>>\n%%EOF\n`
/** Objects packed into a stream, as PDF 1.5 and later do. */
function packed(objects: string, filter = '/FlateDecode', bytes: Uint8Array = deflateSync(latin(objects))): string {
  const body = [...bytes].map((byte) => String.fromCharCode(byte)).join('')
  return `8 0 obj\n<</Type/ObjStm/N 1/First 4/Filter ${filter}/Length ${body.length}>>\nstream\n${body}\nendstream\nendobj\n`
}
const hex = (text: string) => [...text].map((letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('')

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>'
const BAD: [string, string][] = [
  ['a script when it opens', pdf(`/OpenAction${SCRIPT}`)],
  ['a script by name', pdf('/Names<</JavaScript 7 0 R>>', `7 0 obj\n<</Names[(x) ${SCRIPT}]>>\nendobj\n`)],
  ['a script of a page', pdf('', `7 0 obj\n<</AA<</O${SCRIPT}>>>>\nendobj\n`)],
  ['a script with spaces', pdf('/OpenAction << /S /JavaScript /JS (x) >>')],
  ['a script in letters of another spelling', pdf('/OpenAction<</S/J#61vaScript/#4AS(x)>>')],
  ['a script packed', pdf('/OpenAction 7 0 R', packed(`7 0 ${SCRIPT}`))],
  [
    'a script packed twice',
    pdf(
      '/OpenAction 7 0 R',
      packed('', '[/FlateDecode/FlateDecode]', deflateSync(deflateSync(latin(`7 0 ${SCRIPT}`)))),
    ),
  ],
  [
    'a script packed as hex',
    pdf('/OpenAction 7 0 R', packed('', '/ASCIIHexDecode', latin(`${hex(`7 0 ${SCRIPT}`)}>`))),
  ],
  [
    'a script packed under a short name',
    pdf('/OpenAction 7 0 R', packed('', '/Fl', deflateSync(latin(`7 0 ${SCRIPT}`)))),
  ],
  ['a script in an added part', `${pdf()}7 0 obj\n${SCRIPT}\nendobj\ntrailer\n<</Root 1 0 R/Prev 9>>\n%%EOF\n`],
  ['a form of XFA', pdf('/AcroForm<</XFA 7 0 R>>', '7 0 obj\n<<>>\nendobj\n')],
  ['a launch', pdf('/OpenAction<</S/Launch/F(cmd.exe)>>')],
  ['a launch of Windows', pdf('', '7 0 obj\n<</S/Launch/Win<</F(cmd.exe)>>>>\nendobj\n')],
  ['a launch in another spelling', pdf('/OpenAction<</S/#4caunch/F(cmd.exe)>>')],
  ['a launch packed', pdf('/OpenAction 7 0 R', packed('7 0 <</S/Launch/F(cmd.exe)>>'))],
  ['an embedded file', pdf('/Names<</EmbeddedFiles 7 0 R>>', '7 0 obj\n<</Names[(x) 6 0 R]>>\nendobj\n')],
  [
    'a file of a note',
    pdf(
      '',
      '7 0 obj\n<</Type/Filespec/EF<</F 6 0 R>>>>\nendobj\n6 0 obj\n<</Type/EmbeddedFile/Length 1>>\nstream\nx\nendstream\nendobj\n',
    ),
  ],
  ['an embedded file packed', pdf('/Names 7 0 R', packed('7 0 <</EmbeddedFiles 6 0 R>>'))],
  ['encryption', pdf('', '7 0 obj\n<</Filter/Standard/V 2/R 3/O(x)/U(y)/P -44>>\nendobj\n', '/Encrypt 7 0 R')],
  ['encryption in another spelling', pdf('', '7 0 obj\n<</Filter/Standard>>\nendobj\n', '/#45ncrypt 7 0 R')],
  ['a line before it', `\n${pdf()}`],
  ['a space before it', ` ${pdf()}`],
  ['a page of HTML before it', `<html><script>alert(1)</script></html>\n${pdf()}`],
  ['a mark of UTF-8 before it', `\u00ef\u00bb\u00bf${pdf()}`],
  ['a shell before it', `#!/bin/sh\n${pdf()}`],
]
const GOOD: [string, string][] = [
  ['one page', pdf()],
  ['a page packed', pdf('', packed('7 0 <</Type/Font/BaseFont/Helvetica>>'))],
  ['a link', pdf('', '7 0 obj\n<</Type/Annot/Subtype/Link/A<</S/URI/URI(https://soko.test)>>>>\nendobj\n')],
  ['a place where it opens', pdf('/OpenAction[3 0 R/Fit]')],
  ['words about a script', pdf('', '7 0 obj\n<</Title(Cours de JavaScript)>>\nendobj\n')],
]

const file = (text: string, field: string, more: Record<string, string>) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(more)) form.append(key, value)
  form.append(field, new File([latin(text)], 'papier.pdf', { type: 'application/pdf' }))
  return form
}
type Place = { as: Person; send: (text: string) => Promise<Answer> }
/** Each operation that takes a paper as PDF. */
const places: [string, () => Promise<Place>][] = [
  [
    'KYC',
    async () => {
      const as = await newSeller()
      ok(await call(as, 'PUT', '/seller/kyc', { legalName: 'Aline Mapendo' }))
      return {
        as,
        send: (text) =>
          call(as, 'POST', '/seller/kyc/documents', file(text, 'file', { kind: 'BUSINESS_REGISTRATION' })),
      }
    },
  ],
  [
    'a rider',
    async () => {
      const as = await newRider()
      return {
        as,
        send: (text) => call(as, 'POST', '/riders/me/documents', file(text, 'file', { kind: 'DRIVER_LICENSE' })),
      }
    },
  ],
  [
    'a booking',
    async () => {
      const as = await signUp('ACCOUNTANT')
      const booking = () => ({
        kind: 'GATEWAY_FEE',
        gateway: 'A',
        currency: 'USD',
        amount: '1.00',
        reference: crypto.randomUUID(),
        note: 'Frais',
      })
      return { as, send: (text) => call(as, 'POST', '/ledger/bookings/request', file(text, 'document', booking())) }
    },
  ],
]

describe.each(places)('a paper of %s', (_, place) => {
  it.each(BAD)('8.3.7 with %s is 400', async (_what, text) => {
    const { send } = await place()
    expect((await send(text)).status).toBe(400)
  })

  it('8.3.7 of an honest printer is taken', async () => {
    const { send } = await place()
    const refused: string[] = []
    for (const [what, text] of GOOD) {
      const { status } = await send(text)
      if (status !== 201) refused.push(`${what}: ${status}`)
    }
    expect(refused).toEqual([])
  })
})

describe('where papers are pictures only', () => {
  it('8.3.7 a PDF is taken nowhere else: avatar, message, proof, logo', async () => {
    const person = await signUp()
    expect([400, 415]).toContain((await call(person, 'POST', '/users/me/avatar', file(pdf(), 'avatar', {}))).status)
  })
})
