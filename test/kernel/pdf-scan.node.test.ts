import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDocument } from '#kernel/document.ts'
import { faultOfPdf } from '#kernel/pdf/pdf-scan.ts'

const bytes = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))))
const pdf = (...parts: (string | Uint8Array)[]) =>
  bytes('%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n', ...parts, '\ntrailer <</Root 1 0 R>>\n%%EOF\n')
const packed = (objects: string, dictionary = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode') => {
  const data = dictionary.includes('Flate') ? deflateSync(Buffer.from(`7 0 ${objects}`)) : Buffer.from(`7 0 ${objects}`)
  return bytes(`5 0 obj\n<<${dictionary}/Length ${data.length}>>\nstream\r\n`, data, '\nendstream\nendobj\n')
}
/** A scan of a phone: a picture whose bytes say all sorts of things. */
const noise = Uint8Array.from({ length: 3_000_000 }, (_, i) => (Math.imul(i ^ (i >>> 7), 2654435761) >>> 13) & 0xff)
const picture = bytes(
  '6 0 obj\n<</Type/XObject/Subtype/Image/Filter/DCTDecode>>\nstream\n',
  noise,
  '\nendstream\nendobj\n',
)

describe('a PDF', () => {
  it.each([
    ['pages', pdf()],
    ['a picture', pdf(picture)],
    ['packed objects', pdf(packed('<</Type/Page/Parent 2 0 R>>'))],
    [
      'packed objects in a list of one filter',
      pdf(packed('<<>>', '/Type /ObjStm /N 1 /First 4 /Filter [ /FlateDecode ]')),
    ],
    ['objects that are together and not packed', pdf(packed('<<>>', '/Type/ObjStm/N 1/First 4'))],
    ['an outline', pdf('3 0 obj\n<</Type/Outlines/First 4 0 R/Last 4 0 R/Count 1>>\nendobj\n')],
    [
      'a link, and a page to begin at',
      pdf('3 0 obj\n<</S/URI/URI(https://soko.test)>>\nendobj\n4 0 obj\n<</OpenAction[2 0 R/Fit]>>'),
    ],
    ['words of a comment', pdf('<</T(100% /JS 9 0 or)>>\n% /JS\n9 0 obj')],
    ['names that begin alike', pdf('<</LaunchPad 1/Encrypted 2/JSX(a)/EFG 1>>')],
  ])('of %s is taken', (_, file) => expect(faultOfPdf(file)).toBeUndefined())

  it.each([
    ['SCRIPT', '<</S/JavaScript/JS(app.alert(1))>>'],
    ['SCRIPT', '<</S /J#61vaScript /JS 9 0 R>>'],
    ['SCRIPT', '<</S/Rendition/JS<6170>>>'],
    ['SCRIPT', '<</Names<</JavaScript 9 0 R>>>>'],
    ['SCRIPT', '<</AcroForm<</XFA 9 0 R>>>>'],
    ['LAUNCH', '<</S/Launch/F(calc.exe)>>'],
    ['LAUNCH', '<</S/L#61unch>>'],
    ['EMBEDDED', '<</Names<</EmbeddedFiles 9 0 R>>>>'],
    ['EMBEDDED', '<</Type/Filespec/EF<</F 9 0 R>>>>'],
    ['EMBEDDED', '<</Subtype/FileAttachment>>'],
    ['ENCRYPTED', '<</Encrypt 9 0 R>>'],
  ])('is told of %s: %s', (fault, object) => {
    expect(faultOfPdf(pdf(`3 0 obj\n${object}\nendobj\n`))).toBe(fault)
    expect(faultOfPdf(pdf(packed(object)))).toBe(fault)
    expect(faultOfPdf(pdf(packed(object, '/N 1/First 4/Filter/FlateDecode')))).toBe(fault)
    expect(faultOfPdf(pdf(packed(object, '/Type/ObjStm/N 1/First 4')))).toBe(fault)
    // A remark that looks like the beginning of a stream hides nothing.
    expect(faultOfPdf(pdf(`% stream\n3 0 obj\n${object}\nendobj\n% endstream\n`))).toBe(fault)
  })

  it.each([
    ['SCRIPT', '<</S/JavaScript\0/JS\0(app.alert(1))>>'],
    ['SCRIPT', '<</JS\0(app.alert(1))>>'],
    ['SCRIPT', '<</JS%x\n(app.alert(1))>>'],
    ['SCRIPT', '<</JS %(\r%\n <6170>>>'],
    ['SCRIPT', '<</JS%\n9%\n0%\nR>>'],
    ['SCRIPT', '<</T(100% /JS)/JS%/JS /JS\n9\x000 R>>'],
    ['LAUNCH', '<</S/Launch\0>>'],
    ['EMBEDDED', '<</Type/EmbeddedFile\0>>'],
    ['EMBEDDED', '<</Type/Filespec/EF%x\n<</F 9 0 R>>>>'],
    ['ENCRYPTED', '<</Encrypt\x009 0 R>>'],
  ])('is told of %s whatever white space stands there: %j', (fault, object) => {
    expect(faultOfPdf(pdf(`3 0 obj\n${object}\nendobj\n`))).toBe(fault)
    expect(faultOfPdf(pdf(packed(object)))).toBe(fault)
    for (const white of ['\0', '%x\n', '\0%\r'])
      expect(faultOfPdf(pdf(packed(object, `/N 1/First${white}4/Filter/FlateDecode`)))).toBe(fault)
    expect(faultOfPdf(pdf(packed(object, '/Type/ObjStm\0/N 1/First 4/Filter\0/FlateDecode')))).toBe(fault)
  })

  it.each([
    ['told elsewhere behind a comment', packed('<<>>', '/Type 8 0 R/N 9 0 R/First%\n10%\n0 R/Filter 11 0 R')],
    ['a bomb', packed('x'.repeat(50_000_000))],
    ['another packing', packed('<<>>', '/Type/ObjStm/N 1/First 4/Filter[/ASCII85Decode/FlateDecode]')],
    ['a packing told elsewhere', packed('<<>>', '/Type/ObjStm/N 1/First 4/Filter 8 0 R')],
    ['a predictor', packed('<<>>', '/Type/ObjStm/N 1/First 4/Filter/FlateDecode/DecodeParms<</Predictor 12>>')],
    ['broken data', bytes('5 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode>>\nstream\nxx\nendstream\nendobj\n')],
    ['what they are told elsewhere', packed('<<>>', '/Type 8 0 R/N 9 0 R/First 10 0 R/Filter 11 0 R')],
    ['no data', bytes('5 0 obj\n<</Type/ObjStm/N 1/First 4>>\nendobj\n')],
    ['a name in numbers', packed('<<>>', '/Type/Obj#53tm/N 1/First 4 /Filter/FlateDecode')],
  ])('whose objects nobody can look into is refused: %s', (_, part) => expect(faultOfPdf(pdf(part))).toBe('HIDDEN'))

  it('is a paper from its first byte, or none', () => {
    expect(readDocument(pdf(), 'document').contentType).toBe('application/pdf')
    for (const before of ['\n', 'MZ....', '<script>alert(1)</script>'])
      expect(() => readDocument(bytes(before, pdf()), 'document')).toThrow(expect.objectContaining({ status: 400 }))
    expect(() => readDocument(bytes('%!PS-Adobe'), 'document')).toThrow(expect.objectContaining({ status: 415 }))
    expect(() => readDocument(pdf('<</S/Launch>>'), 'document')).toThrow(
      expect.objectContaining({ status: 400, details: [expect.objectContaining({ field: 'document' })] }),
    )
  })
})
