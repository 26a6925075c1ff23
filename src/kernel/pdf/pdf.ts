import { inSigns } from '../folding.ts'
import { charactersOf } from '../text.ts'
import { fontObject, widthsOf } from './pdf-fonts.ts'

/** Size of an A4 page in points. */
export const A4 = { width: 595.28, height: 841.89 } as const

export type TextStyle = { size: number; bold?: boolean; align?: 'left' | 'right'; grey?: number }
type Page = { commands: string[] }

/**
 * A PDF of A4 pages with text and lines in Helvetica (Windows-1252: all of French), which every reader has or replaces.
 * `y` counts from the top. A letter that the font does not have is written plainer: `ɔ` is `o`.
 * This class takes some 2 KiB. The library pdf-lib, with its fonts and zlib, would take a third of the Worker's size
 * limit.
 */
export class Pdf {
  private readonly pages: Page[] = []
  private readonly title: string

  /** @param title the title of the reader's window */
  constructor(title: string) {
    this.title = title
    this.addPage()
  }

  addPage(): void {
    this.pages.push({ commands: [] })
  }

  /** Writes one line. If it is aligned to the right, `x` is its right end. */
  text(words: string, x: number, y: number, style: TextStyle): void {
    this.draw(drawText(words, x, y, style))
  }

  /** Writes "Page 1 sur 3" on every page, with its right end at `x`. */
  numberPages(x: number, y: number, style: TextStyle): void {
    const of = this.pages.length
    for (const [i, { commands }] of this.pages.entries())
      commands.push(drawText(`Page ${i + 1} sur ${of}`, x, y, { ...style, align: 'right' }))
  }

  line(x1: number, y1: number, x2: number, y2: number, width = 0.5): void {
    this.draw(`${width} w ${at(x1)} ${at(A4.height - y1)} m ${at(x2)} ${at(A4.height - y2)} l S`)
  }

  private draw(command: string): void {
    this.pages.at(-1)?.commands.push(command)
  }

  /** The whole document as a file. */
  bytes(): Uint8Array<ArrayBuffer> {
    const kids = this.pages.map((_, i) => `${5 + 2 * i} 0 R`).join(' ')
    const objects = [
      `<< /Type /Catalog /Pages 2 0 R /Lang (fr) /ViewerPreferences << /DisplayDocTitle true >> >>`,
      `<< /Type /Pages /Kids [${kids}] /Count ${this.pages.length} /MediaBox [0 0 ${A4.width} ${A4.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      fontObject('Helvetica'),
      fontObject('Helvetica-Bold'),
      ...this.pages.flatMap(({ commands }, i) => {
        const content = commands.join('\n')
        return [
          `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${A4.width} ${A4.height}] /Contents ${6 + 2 * i} 0 R >>`,
          `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
        ]
      }),
      `<< /Title (${escapeWords(this.title)}) /Producer (Soko) >>`,
    ]
    return toBytes(assemble(objects))
  }
}

/** Joins the objects and the table of the places at which they begin. Every character is one byte. */
function assemble(objects: string[]): string {
  let file = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const starts = objects.map((object, i) => {
    const start = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return start
  })
  const entries = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const xref = `xref\n0 ${count}\n0000000000 65535 f \n${entries}`
  return `${file}${xref}trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
}

function drawText(words: string, x: number, y: number, { size, bold = false, align = 'left', grey = 0 }: TextStyle) {
  const left = align === 'right' ? x - widthOf(words, size, bold) : x
  return `${grey} g BT /${bold ? 'F2' : 'F1'} ${size} Tf 1 0 0 1 ${at(left)} ${at(A4.height - y)} Tm (${escapeWords(words)}) Tj ET`
}

const toBytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const at = (points: number) => String(Math.round(points * 100) / 100)
const escapeWords = (words: string) => encode(words).replace(/[\\()]/g, (char) => `\\${char}`)

/** The characters of Windows-1252 from 0x80 on, in place of Latin-1's control characters. */
const FROM_80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Encodes a text: each character of the result is a byte of Windows-1252. */
function encode(words: string): string {
  if (/^[\x20-\x7e]*$/.test(words)) return words
  const known = inSigns(words, (sign) => byteOf(sign) !== undefined)
  return [...known].map(byteOf).join('')
}

function byteOf(char: string): string | undefined {
  const place = FROM_80.indexOf(char)
  if (place >= 0 && char > '\u009f') return String.fromCharCode(0x80 + place)
  return /^[\x20-\x7e\xa0-\xff]$/.test(char) ? char : undefined
}

/** The width of a text, in points. */
export function widthOf(words: string, size: number, bold = false): number {
  const widths = widthsOf(bold)
  return ([...encode(words)].reduce((sum, byte) => sum + (widths[byte.charCodeAt(0) - 32] ?? 0), 0) * size) / 1000
}

/** Splits a text into lines that are at most `width` points wide; a wider word is cut. */
export function wrapText(words: string, width: number, size: number, bold = false): string[] {
  const fits = (text: string) => widthOf(text, size, bold) <= width
  const lines: string[] = []
  let line = ''
  const put = (word: string) => {
    const longer = line ? `${line} ${word}` : word
    if (fits(longer)) {
      line = longer
      return
    }
    if (line) lines.push(line)
    line = word
    if (fits(line)) return
    line = ''
    let taken = 0
    for (const character of charactersOf(word)) {
      const wide = widthOf(character, size, bold)
      if (line !== '' && taken + wide > width) {
        lines.push(line)
        ;[line, taken] = ['', 0]
      }
      line += character
      taken += wide
    }
  }
  for (const word of words.split(/\s+/).filter(Boolean)) put(word)
  return line ? [...lines, line] : lines
}
