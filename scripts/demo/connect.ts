import { until } from './narrator.ts'

type Message = { channel: 'SMS' | 'EMAIL'; code: string | null; sentAt: string }

/** The outside world as the story needs it: the inbox, and the person who holds a phone. */
export const connectService = (sandbox: string) => ({
  /**
   * The code that a request brings, by mail or SMS.
   * @param ask makes the service send it; older codes do not count
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
  /** Says yes to everything that waits on a phone, once something does. */
  approve: (phone: string) =>
    until(`une demande sur le téléphone ${phone}`, async () => {
      const answer = await fetch(`${sandbox}/phones/${phone}/approve`, { method: 'POST' })
      const { settled } = (await answer.json()) as { settled: unknown[] }
      return settled.length > 0
    }),
})

export type DemoService = ReturnType<typeof connectService>

/** Newest first. */
async function inbox(sandbox: string, to: string): Promise<Message[]> {
  const answer = await fetch(`${sandbox}/inbox?to=${encodeURIComponent(to)}`)
  return ((await answer.json()) as { messages: Message[] }).messages
}
