import type { Backups } from '#domain/core/context.ts'

export type MemoryBackups = Backups & { files: Map<string, Uint8Array> }

/** A bucket of backups in memory. */
export function memoryBackups(files = new Map<string, Uint8Array>()): MemoryBackups {
  return {
    files,
    put: async (key, bytes) => void files.set(key, bytes),
    folders: async () => [...new Set([...files.keys()].map((key) => key.slice(0, key.indexOf('/'))))],
    list: async (folder) => [...files.keys()].filter((key) => key.startsWith(`${folder}/`)).slice(0, 1000),
    remove: async (keys) => {
      for (const key of keys) files.delete(key)
    },
  }
}
