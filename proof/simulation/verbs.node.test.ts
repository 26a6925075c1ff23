import { expect, it } from 'vitest'
import { sourcesOf } from '#testing/sources.ts'

/** Operations that may change something and are not played, each with its reason. */
const NOT_PLAYED: Record<string, string> = {
  'catalogue/stock/change-many.ts readChangedStocks': 'reads only: what a kept answer shows again',
  'orders/cart/quote.ts readQuote': 'reads only: what a replay answers',
  'orders/messages/send.ts requireStillTalking': 'reads only: whether a replay is still for who asks',
  'orders/reviews/answer.ts showAnswered': 'reads only: what a replay answers',
  'catalogue/favorites/read-again.ts readFavoriteAgain': 'reads only: what a replay answers',
  'office/media/remove.ts removeMedia': 'takes a picture away: the market of the simulation has none',
  'money/gateways/showing/predict.ts predictProvider': 'asks only: of what it is told nothing is kept',
  'office/notifications/issue-live-ticket.ts issueLiveTicket':
    'signs a ticket and writes nothing: test/office/live opens connections with some',
  'money/ledger/ask-for-run.ts askForRun': 'asks the clock for a run of the laws, which are held after each step',
}

/** The functions of the domain that a file imports, as `orders/orders/ending/reject.ts rejectOrder`. */
const importedBy = (text: string) =>
  [...text.matchAll(/^import \{([^}]*)\} from '[./#]*(?:src\/)?domain\/([^']*)'/gm)].flatMap(
    ([, list = '', file = '']) =>
      list
        .split(',')
        .map((name) => name.trim())
        .filter((name) => /^[a-z]\w*$/.test(name))
        .map((name) => ({ name, verb: `${file} ${name}` })),
  )

/** Lists the verbs that operations other than GET call: views and the caller's name are no verbs. */
function verbsOf(text: string): string[] {
  const imported = importedBy(text).filter(({ verb }) => !/\/view\.ts |^core\/context\.ts /.test(verb))
  const [, ...operations] = text.split(/^ +\.(?=(?:get|post|put|delete)\()/m)
  return operations
    .filter((operation) => !operation.startsWith('get'))
    .flatMap((operation) => imported.filter(({ name }) => new RegExp(`\\b${name}\\(`).test(operation)))
    .map(({ verb }) => verb)
}

it('every verb that an operation writes with is a command of the simulation, or says why not', () => {
  const called = new Set(sourcesOf('src/routes/**/*.ts').flatMap(({ text }) => verbsOf(text)))
  const people = sourcesOf('proof/simulation/commands.ts').flatMap(({ text }) =>
    [...text.matchAll(/'\.\/(people\/[\w/-]+\.ts)'/g)].map(([, path]) => `proof/simulation/${path}`),
  )
  const played = new Set(sourcesOf(...people).flatMap(({ text }) => importedBy(text).map(({ verb }) => verb)))

  expect([...called].filter((verb) => !played.has(verb) && !(verb in NOT_PLAYED))).toEqual([])
  expect(Object.keys(NOT_PLAYED).filter((verb) => !called.has(verb) || played.has(verb))).toEqual([])
  expect(called.size).toBeGreaterThan(100)
})
