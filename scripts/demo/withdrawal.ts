import { unwrap } from '#src/client.ts'
import { chapter, did, mustBe, say, until } from './narrator.ts'
import { freshPhone, type Person, type Stage } from './people.ts'

/** The seller names the phone number for her money, and withdraws all that she has. */
export async function withdrawEarnings({ service }: Stage, { name, email, client }: Person): Promise<void> {
  chapter('La vendeuse retire son argent')
  const { balances } = await unwrap(client.wallet.index.$get())
  const balance = balances.find(({ currency }) => currency === 'CDF')
  mustBe(balance !== undefined && Number(balance.available) > 0, 'la vendeuse a gagné des francs')
  const { available: amount, currency } = balance
  did(`${name} a ${say(amount, currency)} disponibles`)

  const phoneNumber = freshPhone('789')
  const number = { phoneNumber, network: 'airtel', countryCode: 'CD' } as const
  const smsCode = await service.codeAfter(phoneNumber, () =>
    unwrap(client.payoutNumber.request.$post({ json: number })),
  )
  await unwrap(client.payoutNumber.confirm.$post({ json: { code: smsCode } }))
  did(`Elle choisit le +${phoneNumber} pour ses retraits, prouvé par le SMS ${smsCode}`)

  const otpCode = await service.codeAfter(email, () =>
    unwrap(client.withdrawalCodes.otp.$post({ json: { currency, amount } })),
  )
  const line = await unwrap(client.withdrawals.payout.$post({ json: { currency, amount: Number(amount), otpCode } }))
  did(`Le code ${otpCode}, reçu par e-mail, approuve exactement ce retrait : ${say(line.amount, line.currency)}`)
  await until('le retrait est arrivé', async () => {
    const { payouts } = await unwrap(client.withdrawals.payouts.$get({ query: {} }))
    return payouts[0]?.status === 'COMPLETED'
  })
  did('L’argent est arrivé sur son téléphone')
}
