import type { Ctx } from '#domain/core/context.ts'
import { Defect } from '#kernel/defect.ts'
import { joinBytes, zipEnd, zipEntry } from './zip.ts'

/** The folder of all archives: a key with a slash is no public address. */
export const ARCHIVES = 'private/copies/'
export const folderOf = (id: string) => `${ARCHIVES}${id}/`
const partKey = (id: string, part: number) => `${folderOf(id)}${part}`
/** The directory of the files in all parts before this one, which the next step goes on with. */
const directoryKey = (id: string, part: number) => `${folderOf(id)}directory-${part}`

/** Bytes after which a part is stored; one file more may lie in it. */
const PART_BYTES = 8_000_000

type Progress = { id: string; parts: number; bytes: number; entries: number }
/** An archive that one step of the job goes on with. */
export type Archive = {
  progress: Progress
  /** Whether this step stored a part because it was full. */
  isFull: boolean
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Stores what is left of this step, and at the end of all the directory too. */
  close(isLast: boolean): Promise<Progress>
}

/** Goes on with an archive where the last commit left it: a step that is repeated writes the same parts again. */
export async function openArchive(ctx: Ctx, { id, parts, bytes, entries }: Progress): Promise<Archive> {
  const progress = { id, parts, bytes, entries }
  const lines = parts > 0 ? [await readWhole(ctx, directoryKey(id, parts))] : []
  let waiting: Uint8Array[] = []
  let size = 0
  const put = (content: Uint8Array) => {
    waiting.push(content)
    size += content.byteLength
    progress.bytes += content.byteLength
  }
  const store = async () => {
    if (size === 0) return
    await ctx.files.put(partKey(id, progress.parts++), joinBytes(waiting), 'application/zip')
    waiting = []
    size = 0
  }
  const archive: Archive = {
    progress,
    isFull: false,
    async add(name, file) {
      const { content, line } = zipEntry(name, file, progress.bytes)
      put(content)
      lines.push(line)
      progress.entries++
      if (size < PART_BYTES) return
      archive.isFull = true
      await store()
    },
    async close(isLast) {
      if (isLast) put(zipEnd(joinBytes(lines), progress.entries, progress.bytes))
      await store()
      if (!isLast && progress.parts > 0)
        await ctx.files.put(directoryKey(id, progress.parts), joinBytes(lines), 'application/octet-stream')
      return progress
    },
  }
  return archive
}

async function readWhole(ctx: Ctx, key: string): Promise<Uint8Array> {
  const file = await ctx.files.read(key)
  if (!file) throw new Defect('a part of an archive is gone')
  return new Uint8Array(await new Response(file.body).arrayBuffer())
}

/** The whole archive, one part in memory at a time. */
export function archiveStream(ctx: Ctx, id: string, parts: number): ReadableStream<Uint8Array> {
  let next = 0
  return new ReadableStream({
    async pull(controller) {
      if (next === parts) return controller.close()
      controller.enqueue(await readWhole(ctx, partKey(id, next++)))
    },
  })
}
