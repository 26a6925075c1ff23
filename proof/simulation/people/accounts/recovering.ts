import { cancelRecovery } from '#domain/people/recovery/cancel.ts'
import { completeRecovery } from '#domain/people/recovery/complete.ts'
import { sendRecoveryCode } from '#domain/people/recovery/send-code.ts'
import { startRecovery } from '#domain/people/recovery/start.ts'
import { verifyRecovery } from '#domain/people/recovery/verify.ts'
import { act, type Commands, codeFrom } from '../plan.ts'
import { addressOf, aGuest, opensOnce, recent } from './guests.ts'
import { guestCommand } from './securing.ts'

export const recovering: Commands = {
  startRecovery: {
    weight: 1,
    plan(simulation) {
      const guest = aGuest(simulation)
      const identifier = addressOf(simulation, guest)
      return act('startRecovery', null, identifier, async (ctx) => {
        const answer = await startRecovery(ctx, { identifier })
        guest.recoveryId = answer.recoveryId
        return answer
      })
    },
  },
  sendRecoveryCode: {
    weight: 3,
    plan(simulation) {
      const { recoveryId } = aGuest(simulation)
      const method = simulation.random.chance(0.9) ? ('SECONDARY_EMAIL' as const) : ('PHONE' as const)
      return recoveryId
        ? act('sendRecoveryCode', null, method, (ctx) => sendRecoveryCode(ctx, { recoveryId, method }))
        : undefined
    },
  },
  verifyRecovery: {
    weight: 6,
    plan(simulation) {
      const guest = aGuest(simulation)
      const { recoveryId } = guest
      const backupCode = simulation.random.chance(0.4) ? recent(simulation, guest.backupCodes) : undefined
      const code =
        codeFrom(simulation, guest.second, 'récupérer votre compte') ?? codeFrom(simulation, guest.email, 'récupérer')
      const proof = backupCode ? { backupCode } : code ? { code } : undefined
      if (!recoveryId || !proof) return undefined
      const run = act('verifyRecovery', null, guest.email, async (ctx) => {
        const answer = await verifyRecovery(ctx, { recoveryId, ...proof })
        opensOnce(simulation, backupCode ? `backup:${backupCode}` : `recovery:${recoveryId}`)
        guest.recoveryToken = answer.recoveryToken
        return answer
      })
      return simulation.random.chance(0.2) ? [...run, ...run] : run
    },
  },
  ...guestCommand('cancelRecovery', 0.5, () => cancelRecovery),
  completeRecovery: {
    weight: 4,
    plan(simulation) {
      const guest = aGuest(simulation)
      // Somebody who was given none makes one up.
      const recoveryToken = guest.recoveryToken ?? (simulation.random.chance(0.2) ? `${guest.recoveryId}.x` : undefined)
      if (!recoveryToken) return undefined
      const newPassword = 'Uvira-2026!'
      guest.passwords.push(newPassword)
      const run = act('completeRecovery', null, guest.email, async (ctx) => {
        const answer = await completeRecovery(ctx, { recoveryToken, newPassword })
        opensOnce(simulation, `recovered:${recoveryToken}`)
        return answer
      })
      return simulation.random.chance(0.2) ? [...run, ...run] : run
    },
  },
}
