import { until } from './narrator.ts'

type Message = { channel: 'SMS' | 'EMAIL'; code: string | null; sentAt: string }

/** The outside world for the story: the inbox, and the person who holds a phone. */
export const connectService = (sandbox: string) => ({
  /**
   * Waits for the code that a request sends, by mail or SMS.
   * @param ask makes the service send the code; older codes do not count
   */
  async codeAfter(to: string, ask: () => Promise<unknown>): Promise<string> {
    const known = (await inbox(sandbox, to)).length
    await ask()
    return until(`un code pour ${to}`, async () => {
      const messages = await inbox(sandbox, to)
      const fresh = messages.slice(0, messages.length - known)
      return fresh.find(({ code }) => code !== null)?.code ?? undefined
    })
  },
  /** Approves everything that waits on a phone, as soon as something waits there. */
  approve: (phone: string) =>
    until(`une demande sur le téléphone ${phone}`, async () => {
      const answer = await fetch(`${sandbox}/phones/${phone}/approve`, { method: 'POST' })
      const { settled } = (await answer.json()) as { settled: unknown[] }
      return settled.length > 0
    }),
})

export type DemoService = ReturnType<typeof connectService>

/** The messages to an address or number, newest first. */
async function inbox(sandbox: string, to: string): Promise<Message[]> {
  const answer = await fetch(`${sandbox}/inbox?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { messages: Message[] }).messages
}
