import { AsyncLocalStorage } from 'node:async_hooks'
import { Failure } from '../kernel/failure.ts'
import { stumbleBehind } from '../kernel/stumble.ts'

/** A statement as text with its values. */
export type Statement = { sql: string; params: unknown[] }

/** A read that goes with the first trip of a request. */
export type Question = {
  statement: Statement
  /**
   * Judges the rows before anything else of the trip is handed on.
   * @returns false if the verb began with a wrong guess of its caller, so that it must run again
   * @throws the refusal of the request
   */
  judge(rows: unknown[]): boolean
}

/** A statement that aborts a commit unless the session holds, and the name of its guard. Both cross into a Durable Object. */
export type Hold = { statement: Statement; guard: string }

/** The database of an admission. */
type Store = {
  /** Makes a trip without statements of its own. */
  ask(): Promise<unknown>
  /** The refusal of this guard, if it is the cause of the error. */
  refusalBy(guard: string, error: unknown): Failure | undefined
}

/** One trip to D1, as `Admission.send` makes it. */
type Trip<T> = {
  isRead: boolean
  alone(): Promise<T>
  /** Makes the trip with these statements before its own, in one batch. */
  after(first: Statement[]): Promise<[first: D1Result[], own: T]>
}

/** Ends a run of a verb that began without knowing its caller. */
class Unsettled extends Error {
  override readonly name = 'Unsettled'
}

const scope = new AsyncLocalStorage<Admission | undefined>()

/** The admission of the running work, if it has one. */
export const admissionHere = (): Admission | undefined => scope.getStore()

/** Waits until the request whose work is running is admitted, for acts outside the database. @throws its refusal */
export const admitted = async (): Promise<void> => scope.getStore()?.settle()

/** Waits as `admitted`, also if the session ended since: what the request put outside it takes away again. @throws its refusal */
export const admittedBefore = async () => (scope.getStore()?.isAdmitted ? undefined : admitted())

/** Runs work that counts whether the request is admitted or not. */
export const outside = <T>(work: () => T): T => scope.run(undefined, work)

/** Tells the admission of the running work that a commit came through. */
export function begun(): void {
  const here = scope.getStore()
  if (here) here.hasBegun = true
}

/** Runs work that a request leaves for later: after its admission, and no longer under it; never if it is refused. */
export async function onceAdmitted(work: () => Promise<unknown>): Promise<void> {
  const here = scope.getStore()
  const isAdmitted = await Promise.resolve(here?.settle()).then(
    () => true,
    () => false,
  )
  if (isAdmitted) await outside(work)
}

/**
 * The admission of one request (docs/accounts.md, Sessions). Its questions are read in the first trip, in one batch with what the verb
 * reads first; a write waits for their answers. Every write up to the first commit holds the session by a statement of its own.
 */
export class Admission {
  private readonly store: Store
  private questions: Question[]
  readonly hold: Hold | undefined
  private asking: Promise<void> | undefined
  /** The error of all that this admission still sends; `again` if the verb runs again instead of being refused. */
  private end: { error: unknown; again: boolean } | undefined
  private isRunning = false
  private isAsGuessed = true
  /** Whether a commit came through: what follows ends what it began, and holds nothing. */
  hasBegun = false

  constructor(store: Store, questions: Question[], hold?: Hold) {
    this.store = store
    this.questions = questions
    this.hold = hold
  }

  /** Whether no question is left. */
  get isSettled(): boolean {
    return this.questions.length === 0
  }

  /** Whether the answers are there and the verb began as they say, even if its session ended since. */
  get isAdmitted(): boolean {
    return this.isSettled && !this.end?.again
  }

  /** Adds a question, before the verb runs. */
  ask(question: Question): void {
    this.questions.push(question)
  }

  /** Asks what is still to be asked, in a trip of its own. @throws the refusal */
  async settle(): Promise<void> {
    await scope.run(this, () => this.store.ask())
  }

  /** Ends the present run of the verb: it asked for something that only the answers tell. @throws always */
  unsettled(): never {
    this.end ??= { error: new Unsettled('not known yet'), again: true }
    throw this.end.error
  }

  /** Sends a trip of the running work: with the questions, after their answers, or held by the session. */
  async send<T>(trip: Trip<T>): Promise<T> {
    for (;;) {
      if (this.end) throw this.end.error
      if (this.asking) await this.asking
      else if (this.isSettled) break
      else if (trip.isRead) return this.askWith(trip.after)
      else await this.settle()
    }
    return trip.isRead ? trip.alone() : this.held(trip)
  }

  private async askWith<T>(go: Trip<T>['after']): Promise<T> {
    let isAnswered = () => {}
    this.asking = new Promise((resolve) => {
      isAnswered = resolve
    })
    try {
      const { questions } = this
      const [answers, own] = await go(questions.map(({ statement }) => statement))
      this.judge(questions, answers)
      return own
    } finally {
      this.asking = undefined
      isAnswered()
    }
  }

  private judge(questions: Question[], answers: D1Result[]): void {
    try {
      this.isAsGuessed = questions.map(({ judge }, i) => judge(answers[i]?.results ?? [])).every(Boolean)
      this.questions = []
      if (this.isAsGuessed || !this.isRunning) return
    } catch (error) {
      this.end = { error, again: false }
      throw error
    }
    this.unsettled()
  }

  /** Makes a write. It holds the session until a commit came through: a try that is counted before is no commit yet. */
  private async held<T>({ alone, after }: Trip<T>): Promise<T> {
    if (!this.hold || this.hasBegun) return alone()
    try {
      return (await after([this.hold.statement]))[1]
    } catch (error) {
      const refusal = this.store.refusalBy(this.hold.guard, error)
      if (!refusal) throw error
      this.end = { error: refusal, again: false }
      throw refusal
    }
  }

  /**
   * Runs a verb under the admission. It runs again, with nothing done by the first run, if it began with a wrong guess or ended before the
   * answers were there.
   * @throws the refusal of the request, whatever the verb made of it; else the error of the verb
   */
  async run<T>(verb: () => Promise<T>): Promise<T> {
    this.isRunning = true
    const [first] = await scope.run(this, () => Promise.allSettled([verb()]))
    // Work that the verb left for later may have asked, and is done only if this run counts.
    await this.asking
    this.isRunning = false
    if (this.end && !this.end.again) throw this.end.error
    if (this.isSettled && !this.end) return answerOf(first)
    const isOver = first.status === 'rejected' && !this.end && !(first.reason instanceof Failure)
    if (isOver && stumbleBehind(first.reason)) throw first.reason
    // Branches of the first run that still wait keep this admission, which is over for them.
    const next = new Admission(this.store, this.questions, this.hold)
    this.end ??= { error: new Unsettled('the verb is over'), again: true }
    await next.settle()
    return isOver && next.isAsGuessed ? answerOf(first) : next.run(verb)
  }
}

function answerOf<T>(outcome: PromiseSettledResult<T>): T {
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
