import { unwrap } from '#src/client.ts'
import { chapter, did, mustBe, say, until } from './narrator.ts'
import { freshPhone, type Stage, signInAs } from './people.ts'

/** An admin pays a supplier through gateway A, with the code from her mail. */
export async function payOut(stage: Stage): Promise<void> {
  chapter('L’administratrice paie un fournisseur')
  const admin = await signInAs(stage, 'admin@demo.test')
  const json = {
    amount: '12.50',
    currency: 'USD',
    phoneNumber: freshPhone('789', '24381'),
    provider: 'VODACOM_MPESA_COD',
    country: 'CD',
    reason: 'Emballages de livraison',
  } as const
  let pendingId = ''
  const code = await stage.service.codeAfter('admin@demo.test', async () => {
    const pending = await unwrap(admin.payouts['request-approval'].$post({ json }))
    pendingId = pending.pendingId
  })
  did(
    `Elle demande ${say(json.amount, json.currency)} pour +${json.phoneNumber} ; le code ${code} lui vient par e-mail`,
  )
  const { payoutId } = await unwrap(admin.gatewayAPayouts.confirm.$post({ json: { pendingId, code } }))
  await until('le versement est arrivé', async () => {
    const payout = await unwrap(admin.gatewayAPayouts[':payoutId']['check-status'].$post({ param: { payoutId } }))
    return payout.status === 'COMPLETED'
  })
  did('Le code est bon : le versement est parti, puis arrivé')
}

/** The accountant checks the ledger: every law of money holds, to the last franc. */
export async function checkBooks(stage: Stage): Promise<void> {
  chapter('La comptable contrôle le grand livre')
  const accountant = await signInAs(stage, 'accountant@demo.test')
  const { checks } = await unwrap(accountant.ledger.checks.$get())
  for (const { name, ok, difference } of checks) if (!ok) console.log(`   ✗ ${name} (écart ${difference})`)
  mustBe(checks.length > 0 && checks.every(({ ok }) => ok), 'tous les contrôles sont bons')
  did(`${checks.length} contrôles, tous bons`)
}
