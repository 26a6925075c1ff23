import { describe, expect, it } from 'vitest'
import { qrCode } from '#domain/people/totp/qr-code.ts'
import { readModules, readText, scan } from './scan-qr.ts'

const ADDRESS = 'otpauth://totp/Soko:am%C3%A9lie%40soko.test?issuer=Soko&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

describe('a QR code', () => {
  it('says its text to whoever scans it, short or long', () => {
    for (const text of ['a', ADDRESS, ADDRESS.repeat(4)]) expect(scan(qrCode(text))).toBe(text)
  })

  it('has four light modules on each side, as readers need, and is no wider', () => {
    const { side, dark } = readModules(qrCode(ADDRESS))
    const reach = (at: number[]) => [Math.min(...at), Math.max(...at)]
    expect(reach(dark.map(([x]) => x))).toEqual([4, side - 5])
    expect(reach(dark.map(([, y]) => y))).toEqual([4, side - 5])
  })

  it('is still read where a thumb hides the middle of it', () => {
    const { side, dark } = readModules(qrCode(ADDRESS))
    const thumb = Math.floor((side - 8) * 0.3)
    const from = Math.floor((side - thumb) / 2)
    const isHidden = (at: number) => at >= from && at < from + thumb
    const left = dark.filter(([x, y]) => !(isHidden(x) && isHidden(y)))
    expect(dark.length - left.length).toBeGreaterThan(thumb)
    expect(readText({ side, dark: left })).toBe(ADDRESS)
  })

  it('paints each dark module once', () => {
    const { dark } = readModules(qrCode(ADDRESS))
    expect(new Set(dark.map(String)).size).toBe(dark.length)
  })
})
