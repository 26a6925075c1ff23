import { commit } from '#domain/core/commit.ts'
import type { Ctx } from '#domain/core/context.ts'
import { sendRecoveryCode } from '#domain/people/recovery/send-code.ts'
import { startRecovery } from '#domain/people/recovery/start.ts'
import type { RecoveryMethod } from '#domain/people/recovery/terms.ts'
import { verifyRecovery } from '#domain/people/recovery/verify.ts'
import { hashBackupCode, newBackupCodes } from '#domain/people/totp/backup-codes.ts'
import { DAY_MS } from '#kernel/time.ts'
import { NOW, type TestDomain } from './domain.ts'
import { addMarket, EMAIL, SECOND_EMAIL } from './market.ts'

export const PHONE = '243810000001'

/** Facts that close an account to recovery here. */
export const CLOSED = {
  blocked: 'blocked_at = 1',
  deleted: 'deleted_at = 1',
  'of support': `role = 'SUPPORT'`,
  'of an administrator': `role = 'ADMIN'`,
  'of an accountant': `role = 'ACCOUNTANT'`,
}

/** The market, where the buyer has a second address and a verified number. */
export function addRecoverable(domain: TestDomain): void {
  addMarket(domain)
  const ways = 'secondary_email = ?, phone_verified_at = ?, email_verified_at = 1'
  domain.run(`UPDATE users SET ${ways} WHERE id = 'buyer'`, SECOND_EMAIL, NOW - 30 * DAY_MS)
}

/** The steps of a recovery of the buyer's account. */
export function recovering(domain: TestDomain) {
  const { ctx } = domain
  const mails = () =>
    domain.rows<Mail>("SELECT channel, recipient, kind, subject, body FROM outbox WHERE recipient <> '' ORDER BY rowid")
  const start = async (at: Ctx = ctx, identifier = EMAIL) => (await startRecovery(at, { identifier })).recoveryId

  /** Sends the code of a recovery and reads it where it went. */
  async function sentCode(recoveryId: string, at: Ctx = ctx, method: RecoveryMethod = 'SECONDARY_EMAIL') {
    await sendRecoveryCode(at, { recoveryId, method })
    return (mails().at(-1)?.body ?? '').slice(0, 6)
  }
  async function proven(at: Ctx = ctx) {
    const recoveryId = await start(at)
    return { recoveryId, ...(await verifyRecovery(at, { recoveryId, code: await sentCode(recoveryId, at) })) }
  }

  return {
    change: (columns: string, id = 'buyer') => domain.run(`UPDATE users SET ${columns} WHERE id = ?`, id),
    mails,
    start,
    sentCode,
    proven,
    recovery: (id: string) => domain.row('SELECT * FROM recoveries WHERE id = ?', id),
    codeOf: (id: string) => domain.row(`SELECT * FROM codes WHERE purpose = 'RECOVERY' AND person = ?`, id),
    async backupCodes() {
      const { codes, writes } = await newBackupCodes(ctx, 'buyer')
      await commit(ctx, writes)
      return codes as [string, string, ...string[]]
    },
    usedAt: async (code: string) =>
      domain.row('SELECT used_at FROM backup_codes WHERE code_hash = ?', await hashBackupCode(ctx, 'buyer', code))
        ?.used_at,
  }
}

type Mail = { channel: string; recipient: string; kind: string; subject: string; body: string }
