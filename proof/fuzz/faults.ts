export type Fault = {
  /** The fault in words, while it is on. */
  what: string
  /** The operation it can be seen in. */
  in: string
  answer: (answer: Response, request: Request) => Response | Promise<Response>
}
type Body = { success: boolean; data?: Record<string, unknown>; error?: { code: string; details?: unknown } }

const read = async (answer: Response): Promise<Body | undefined> =>
  answer.headers.get('content-type')?.includes('json') ? answer.clone().json() : undefined
const remade = (answer: Response, body: unknown, status = answer.status) =>
  new Response(JSON.stringify(body), { status, headers: answer.headers })
const without = (answer: Response, header: string) => {
  const copy = new Response(answer.body, answer)
  copy.headers.delete(header)
  return copy
}

/** Eight faults that somebody could write, each to be found by the fuzzer. */
export const FAULTS: Fault[] = [
  {
    what: 'an answer lost a required field',
    in: 'showMe',
    answer: async (answer) => {
      const { data, ...rest } = (await read(answer)) ?? { success: false }
      if (answer.status !== 200 || !data) return answer
      const { email: _, ...others } = data
      return remade(answer, { ...rest, data: others })
    },
  },
  {
    what: 'an answer shows the password hash',
    in: 'showMe',
    answer: async (answer) => {
      const body = await read(answer)
      if (answer.status !== 200) return answer
      return remade(answer, { ...body, data: { ...body?.data, passwordHash: '$scrypt$n=16384$c2FsdA$aGFzaA' } })
    },
  },
  {
    what: 'a limit of 100 crashes',
    in: 'listUsers',
    answer: (answer, request) =>
      new URL(request.url).searchParams.get('limit') === '100' && answer.status === 200
        ? remade(answer, { success: false, error: { code: 'INTERNAL_ERROR', message: 'Une erreur interne.' } }, 500)
        : answer,
  },
  {
    what: 'a wrong role gets in',
    in: 'showTrialBalance',
    answer: (answer) => (answer.status === 403 ? remade(answer, { success: true, data: {} }, 200) : answer),
  },
  {
    what: 'what is created answers 200',
    in: 'createPlan',
    answer: (answer) => (answer.status === 201 ? new Response(answer.body, { headers: answer.headers }) : answer),
  },
  {
    what: 'JSON is sent as HTML',
    in: 'listPlans',
    answer: (answer) => {
      const copy = new Response(answer.body, answer)
      copy.headers.set('content-type', 'text/html')
      return copy
    },
  },
  {
    what: 'a valid value is refused',
    in: 'setLocation',
    answer: async (answer, request) => {
      const { lat } = ((await request.json().catch(() => null)) ?? {}) as { lat?: number }
      if (answer.status !== 200 || lat === undefined || lat > -1) return answer
      const error = { code: 'VALIDATION_ERROR', message: 'lat : Non.', details: [{ field: 'lat', message: 'Non.' }] }
      return remade(answer, { success: false, error }, 400)
    },
  },
  {
    what: 'answers to somebody may be kept',
    in: 'showWallet',
    answer: (answer) => without(answer, 'cache-control'),
  },
]
