import { describe, expect, it } from 'vitest'
import { failureReasonOf } from '#domain/money/payins/failure.ts'

const whyOf = (failureCode: string | null) => failureReasonOf({ status: 'failed', failureCode })

describe('why a payment did not come', () => {
  it.each([
    ['INSUFFICIENT_BALANCE', /solde/],
    ['PAYER_NOT_FOUND', /numéro/],
    ['INVALID_PHONE_NUMBER', /numéro/],
    ['PAYER_LIMIT_REACHED', /plafond/i],
    ['AMOUNT_OUT_OF_BOUNDS', /plafond/i],
    ['TIMEOUT', /pas répondu/],
    ['PAYMENT_NOT_APPROVED', /refusé/],
    ['FAILED', /refusé/],
    ['A_WORD_OF_TOMORROW', /refusé/],
    [null, /refusé/],
  ])('is said in words for %s, never by its code', (code, words) => {
    expect(whyOf(code)).toMatch(words)
    expect(whyOf(code)).not.toContain('_')
  })

  it('is said of one that nobody answered and of one that was taken back, and of no other', () => {
    expect(failureReasonOf({ status: 'expired', failureCode: null })).toMatch(/pas répondu/)
    expect(failureReasonOf({ status: 'reversed', failureCode: null })).toMatch(/repris/)
    for (const status of ['pending', 'succeeded', 'review'] as const)
      expect(failureReasonOf({ status, failureCode: 'FAILED' })).toBeNull()
  })
})
