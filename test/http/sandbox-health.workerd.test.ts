import { expect, it } from 'vitest'

it('the sandbox names the market it belongs to, for whoever must tell two of them apart', async () => {
  const answer = await fetch('https://sandbox.test/health')
  expect(await answer.json()).toEqual({ status: 'ok', market: 'http://localhost:8787' })
})
