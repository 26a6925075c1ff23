import { expect, it } from 'vitest'
import { checkCode } from '../../../src/domain/core/codes/check.ts'
import { issueCode } from '../../../src/domain/core/codes/issue.ts'
import { issueToken, tryToken } from '../../../src/domain/core/codes/token.ts'
import { commit } from '../../../src/domain/core/commit.ts'
import type { Ctx } from '../../../src/domain/core/context.ts'
import { checkHandoverCode } from '../../../src/domain/orders/delivery/check-handover-code.ts'
import { handoverCode } from '../../../src/domain/orders/delivery/handover-code.ts'
import { readRefreshToken, refreshTokenFor } from '../../../src/domain/people/sessions/tokens.ts'
import { newBackupCodes, useBackupCode } from '../../../src/domain/people/totp/backup-codes.ts'
import { openDomain } from '../../in-node/domain.ts'
import { addMarket } from '../../in-node/market.ts'

const domain = openDomain(addMarket)
const { ctx } = domain
const rotated: Ctx = {
  ...ctx,
  settings: { ...ctx.settings, codeSecret: 'the-next-secret', codeSecretPrevious: ctx.settings.codeSecret },
}
const ended: Ctx = { ...rotated, settings: { ...rotated.settings, codeSecretPrevious: undefined } }
const use = { purpose: 'PHONE', person: 'buyer', target: '243810000001' } as const

it('what was made before a secret rotates opens while the older one counts, and no longer', async () => {
  const { code, writes } = await issueCode(ctx, use)
  const token = await issueToken(ctx, { purpose: 'PASSWORD_RESET', userId: 'buyer', ttlMs: 60_000 })
  const backup = await newBackupCodes(ctx, 'buyer')
  await commit(ctx, [...writes, ...token.writes, ...backup.writes])
  const refresh = await refreshTokenFor(ctx, 's1', 3)
  const pickup = await handoverCode(ctx, 'pickup', 'o1')
  const [first = '', second = ''] = backup.codes

  await expect(checkCode(ended, use, code)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(tryToken(ended, 'PASSWORD_RESET', token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(commit(ended, await useBackupCode(ended, 'buyer', first))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(checkHandoverCode(ended, 'pickup', 'o1', pickup)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await readRefreshToken(ended, refresh)).toBeUndefined()

  expect(await checkCode(rotated, use, code)).not.toEqual([])
  expect(await tryToken(rotated, 'PASSWORD_RESET', token)).toMatchObject({ userId: 'buyer' })
  await commit(rotated, await useBackupCode(rotated, 'buyer', first))
  await expect(commit(rotated, await useBackupCode(rotated, 'buyer', first))).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await commit(rotated, await useBackupCode(rotated, 'buyer', second))
  expect(await checkHandoverCode(rotated, 'pickup', 'o1', pickup)).not.toEqual([])
  expect(await readRefreshToken(rotated, refresh)).toEqual({ sessionId: 's1', generation: 3 })
  expect(await readRefreshToken(rotated, await refreshTokenFor(rotated, 's1', 4))).toMatchObject({ generation: 4 })
})
