// Steps of the tests of the copy of one's data.
import { exports } from 'cloudflare:workers'
import { unzipSync } from 'fflate'
import { call, type Person } from '#testing/api.ts'
import { minuteCronAfter } from '#testing/clock.ts'
import { SECOND } from './money.ts'
import { type Data, ok } from './orders.ts'

export const askForCopy = (as: Person) => call(as, 'POST', '/users/me/export')
export const readCopyOf = async (as: Person, id: string): Promise<Data> =>
  ok(await call(as, 'GET', `/users/me/export/${id}`))

/** Ticks until the copy is made, or ends otherwise. */
export async function madeCopy(as: Person, id: string): Promise<Data> {
  for (let tick = 0; tick < 60; tick++) {
    await minuteCronAfter(SECOND)
    const copy = await readCopyOf(as, id)
    if (copy.status !== 'PENDING') return copy
  }
  throw new Error('the copy is never made')
}

/** A signed address as any browser opens it. */
export const download = (url: string): Promise<Response> => exports.default.fetch(new Request(url))

type Archive = {
  files: Record<string, Uint8Array>
  /** All of the archive as text. */
  text: string
  rows: (name: string) => Data[]
}

/** Opens an archive with an unpacker that is not ours. */
export function openArchive(bytes: Uint8Array): Archive {
  const files = unzipSync(bytes)
  const sheets = Object.entries(files)
    .filter(([name]) => name.endsWith('.json'))
    .map(([, content]): Record<string, Data[]> => JSON.parse(new TextDecoder().decode(content)))
  return {
    files,
    text: Buffer.from(bytes).toString('latin1'),
    rows: (name) => sheets.flatMap((sheet) => sheet[name] ?? []),
  }
}

/** Asks for a copy, waits for it, and opens it. */
export async function copyOf(as: Person): Promise<Archive> {
  const { id } = ok(await askForCopy(as))
  const { url } = await madeCopy(as, id)
  return openArchive(new Uint8Array(await (await download(url)).arrayBuffer()))
}
